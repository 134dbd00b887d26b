/**
 * Runs the passes of a migration in order: omitted content, declarations, references, elements without a mapper, markers (contract:
 * migration 3).
 */
import { entryFor } from '../../language/closed-lists.js';
import type { Declaration, Text } from '../notation/declaration.js';
import { everyElement, type UmlElement } from '../uml-model.js';
import { writeComment, writeToolNotes } from './comments.js';
import { writeIds } from './ids.js';
import { hasEntry } from './kinds.js';
import { avoidInheritedNames, avoidLibraryNames } from './library-names.js';
import { writeMadeUpNames, writeMarkers } from './markers.js';
import { skipReason } from './libraries.js';
import { declareSubjects } from './subjects.js';
import type { Mapper } from './mapper.js';
import type { Mapping } from './mapping.js';
import { mapperOf } from './table.js';
import { noteUnwritten } from './unwritten.js';
import { writeVisibilities } from './visibility.js';

/** Number of elements between two checks for cancellation. */
const STRIDE = 1000;

/** Metaclasses of elements that the body of an enum def may contain. */
const IN_ENUMERATIONS = new Set(['EnumerationLiteral', 'Comment', 'Generalization', 'Diagram']);

/** The elements of the passes with their mappers, in two lists, because a pair for each element would need more memory. */
interface Visited {
    readonly elements: UmlElement[];
    readonly mappers: (Mapper | undefined)[];
}

/** Maps the model: fills the document and the accounts of the mapping. */
export function mapModel(mapping: Mapping): void {
    mapping.model.repeated.forEach(element => mapping.leaveOut(element));
    const visited: Visited = { elements: [], mappers: [] };
    declareAll(mapping, visited);
    avoidLibraryNames(mapping);
    for (const step of ['specialize', 'complete', 'relate'] as const) {
        visited.elements.forEach((element, i) => {
            if (i % STRIDE === 0) {
                mapping.options.checkCancelled();
            }
            if (mapping.accounts.verdictOf(element) !== 'skipped') {
                visited.mappers[i]?.[step]?.(element, mapping);
            }
        });
    }
    mapping.complete();
    avoidInheritedNames(mapping);
    writeToolNotes(mapping);
    for (const [definition, conditions] of mapping.conditions) {
        definition.addLine(joined(conditions), 'result', 0);
    }
    for (const element of everyElement(mapping.model.roots)) {
        if (!mapping.isHidden(element)) {
            if (element.metaclass === 'Comment' && mapping.accounts.verdictOf(element) === undefined) {
                writeComment(element, mapping);
            }
            noteRenaming(element, mapping);
            if (isWritten(element, mapping)) {
                noteUnwritten(element, mapping);
            }
            writeMarkers(element, mapping);
            if (hasEntry(element)) {
                accountFor(element, mapping);
            }
        }
    }
    if (mapping.options.keepIds === true) {
        writeIds(mapping);
    }
    [mapping.document, ...mapping.inlineBodies].forEach(declareSubjects);
    writeVisibilities(mapping);
    [mapping.document, ...mapping.inlineBodies].forEach(body => writeMadeUpNames(body, mapping.options.strict));
}

const isWritten = (element: UmlElement, { accounts }: Mapping): boolean =>
    ['mapped', 'approximated'].includes(accounts.verdictOf(element) ?? '');

/** Joins conditions with `and`. */
function joined(conditions: readonly Text[]): Text {
    return conditions.length === 1
        ? conditions[0]
        : conditions.flatMap((condition, i): Text => [i === 0 ? '(' : ' and (', ...condition, ')']);
}

/** Runs the first pass. Uses an explicit stack instead of recursion, because models may be deeply nested. */
function declareAll(mapping: Mapping, visited: Visited): void {
    const open: [UmlElement, Declaration][] = mapping.model.roots
        .map((root): [UmlElement, Declaration] => [root, mapping.document])
        .reverse();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const [element, owner] = next;
        const reason = skipReason(element, mapping);
        if (reason !== undefined) {
            mapping.skip(element, reason);
            continue;
        }
        const mapper = hasEntry(element) ? mapperOf(element, mapping) : undefined;
        if (owner.keyword === 'enum def' && !IN_ENUMERATIONS.has(element.metaclass) && hasEntry(element)) {
            mapping.unmapped(element, 'an enum def has no members but its literals');
            mapping.setPlace(element, owner);
            continue;
        }
        visited.elements.push(element);
        visited.mappers.push(mapper);
        const declaration = mapper?.declare?.(element, owner, mapping);
        if (declaration === undefined && owner !== mapping.document) {
            mapping.setPlace(element, owner);
        }
        if (mapper?.isWhole === true) {
            for (const part of everyElement(element.owned)) {
                if (part.metaclass === 'Diagram') {
                    open.push([part, declaration ?? owner]);
                }
            }
        } else {
            for (let i = element.owned.length - 1; i >= 0; i--) {
                open.push([element.owned[i], declaration ?? owner]);
            }
        }
    }
}

/** Notes that a declaration has a numbered name because another member has its name (contract: migration 4.2). */
function noteRenaming(element: UmlElement, mapping: Mapping): void {
    const declaration = mapping.declarationOf(element);
    const isNumbered =
        element.name !== '' &&
        declaration?.source === element &&
        declaration.name.startsWith(element.name) &&
        /^ ?\d+$/.test(declaration.name.slice(element.name.length));
    if (isNumbered && !mapping.accounts.noteOf(element).includes("written as '")) {
        mapping.approximated(element, `written as '${declaration.name}', since '${element.name}' is the name of another member`);
    }
}

const NO_TEMPLATES = 'templates have no form';

/** The reason why nothing is written for elements of a metaclass that no mapper reads. */
const REASONS: Readonly<Record<string, string>> = {
    CollaborationUse: 'what plays the roles of a collaboration has no form',
    Collaboration: 'what a collaboration shows is written with the interactions and the blocks that it is of',
    Continuation: 'a label at which operands of alternatives continue has no form',
    ExtensionPoint: 'an extension point has no form: the connections of its extensions name it',
    GeneralizationSet: 'a set of generalizations has no form: each of them is written',
    ParameterSet: 'a set of parameters has no form: each of them is written',
    PartDecomposition: 'what happens within a lifeline is an interaction of its own',
    Port: 'a behaviour owns no ports',
    ProtocolConformance: 'that a protocol conforms to another has no form',
    RedefinableTemplateSignature: NO_TEMPLATES,
    TemplateBinding: NO_TEMPLATES,
    TemplateParameter: NO_TEMPLATES,
    TemplateParameterSubstitution: NO_TEMPLATES,
    TemplateSignature: NO_TEMPLATES,
    TimeConstraint: 'a time is constrained only where actions and messages are ordered by it',
    DurationConstraint: 'a duration is constrained only between nodes of an activity or messages of an interaction',
    TimeObservation: 'an observed instant has no form'
};

/** The reason why nothing is written for an element without a verdict: it depends on its owner or its metaclass. */
function reasonFor(element: UmlElement, mapping: Mapping): string {
    const { owner } = element;
    if (owner !== undefined && hasEntry(owner) && mapping.accounts.verdictOf(owner) === 'unmapped') {
        return 'its owner is not written';
    }
    return entryFor(REASONS, element.metaclass) ?? `no form is written for elements of the kind ${element.metaclass}`;
}

/** Gives an element without a verdict the verdict `unmapped`, and writes the comment for each unmapped element. */
function accountFor(element: UmlElement, mapping: Mapping): void {
    if (mapping.accounts.verdictOf(element) === undefined) {
        mapping.unmapped(element, reasonFor(element, mapping));
    }
    if (mapping.accounts.verdictOf(element) === 'unmapped') {
        mapping.writeUnmapped(element);
    }
}
