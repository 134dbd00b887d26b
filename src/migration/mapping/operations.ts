/** Maps operations, parameters and opaque behaviours (contract: migration 7.1). */
import { withArticle } from '../../language/semantics/metaclass.js';
import { type Declaration, Name, type Text } from '../notation/declaration.js';
import { type UmlElement, withoutComments } from '../uml-model.js';
import { classifierGroup } from './classifiers.js';
import { writeConstraints } from './activities/conditions.js';
import { formOf } from './activities/forms.js';
import { expressionIn, statementsIn } from './expressions/languages.js';
import type { Statement } from './expressions/opaque.js';
import type { Scope } from './expressions/scope.js';
import { untranslated } from './plain-text.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { clockNames } from './simulation.js';
import { lowerFirst, nameOfLink, writeMultiplicity, writeType, writtenType } from './properties.js';
import { valueText } from './values.js';

/** Kinds of definitions whose bodies may own actions. */
export const HOSTS: ReadonlySet<string> = new Set(['part', 'item', 'occurrence', 'action', 'state', 'connection']);

/** Returns the activity that implements an operation of the same classifier, if there is one. */
const methodOf = (element: UmlElement): UmlElement | undefined =>
    element
        .refs('method')
        .find(method => method.metaclass === 'Activity' && method.ref('specification') === element && method.owner === element.owner);

const canHost = (owner: Declaration): boolean => HOSTS.has(owner.kind) && owner.isDefinition;

const operation: Mapper = {
    declare(element, owner, mapping) {
        const group = owner.isPackage ? 'property' : 'operation';
        const method = methodOf(element);
        const wanted = element.name || 'operation';
        if (mapping.stereotypes.has(element, 'TestCase')) {
            return mapping.declare(element, owner, 'verification def', group, wanted);
        }
        if (method !== undefined && canHost(owner) && formOf(method) === 'usage') {
            return mapping.declare(element, owner, 'action', group, lowerFirst(wanted));
        }
        const declaration = mapping.declare(element, owner, 'action def', group, wanted);
        if (element.refs('method').length === 0 && textOf(element) === '') {
            declaration.append('prefixes', 'abstract');
        }
        return declaration;
    },
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        const owner = declaration.owner!;
        if (declaration.keyword === 'verification def') {
            mapping.approximated(element, 'a test case is written as a verification');
            return;
        }
        mapping.mapped(element);
        if (!declaration.isDefinition) {
            return;
        }
        if (!canHost(owner)) {
            mapping.approximated(element, `${withArticle(owner.keyword)} owns no actions: only the definition is written`);
            return;
        }
        const usage = owner.declare('action', owner.freeName(lowerFirst(declaration.name)), 'operation', element.order + 0.5);
        usage.isNameMadeUp = usage.name !== lowerFirst(element.name);
        usage.append('types', [new Name(declaration)]);
        usage.generals.add(declaration);
        mapping.operationUsages.set(element, usage);
        if (declaration.prefixes.includes('abstract')) {
            mapping.accounts.note(element, 'no behaviour implements it');
        }
        const other = element.refs('method').find(method => mapping.declarationOf(method) !== declaration);
        if (other !== undefined) {
            mapping.approximated(element, `its behaviour '${other.name}' is written beside it`);
        }
    },
    relate(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        if (declaration.isDefinition && declaration.kind === 'action' && textOf(element) !== '') {
            writeText(element, mapping);
        }
        writeConstraints(element, declaration, mapping);
    }
};

/** Returns the text of a behaviour; of an operation, the code that a tool keeps beside the model. */
const textOf = (element: UmlElement): string => (element.values('body')[0] ?? '').trim();

/** Kinds of declarations that have directed parameters. */
const BEHAVIOURS = new Set(['action', 'calc', 'state', 'analysis']);

export const parameterMapper: Mapper = {
    declare(element, owner, mapping) {
        if (!BEHAVIOURS.has(owner.kind) || mapping.declarationOf(element) !== undefined) {
            return mapping.declarationOf(element);
        }
        const wanted = element.name || (element.value('direction') === 'return' ? 'result' : 'parameter');
        return mapping.declare(element, owner, '', 'parameter', wanted);
    },
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element);
        if (declaration === undefined && mapping.declarationOf(element.owner)?.kind === 'verification') {
            mapping.approximated(element, 'the parameters of a test case are not written');
            return;
        }
        if (declaration === undefined) {
            mapping.unmapped(element, 'its owner is not written as a behaviour');
            return;
        }
        if (declaration.source !== element) {
            mapping.mapped(element, 'carried by the parameter of its operation');
            return;
        }
        if (isVoid(element)) {
            declaration.owner!.remove(declaration);
            mapping.forget(element);
            mapping.mapped(element, 'nothing is returned');
            return;
        }
        const direction = element.value('direction') ?? 'in';
        if (element.metaclass === 'Parameter') {
            declaration.append('prefixes', direction === 'return' ? 'out' : direction);
        }
        const type = writtenType(element, mapping);
        mapping.mapped(element);
        type.notes.forEach(note => mapping.approximated(element, note));
        writeType(declaration, type);
        writeMultiplicity(element, declaration, mapping);
        const [value] = element.ownedAs('defaultValue');
        const result = value === undefined ? undefined : valueText(value, type.scalar, mapping);
        if (result !== undefined && 'text' in result) {
            declaration.value = ['default = ', ...result.text];
        } else if (result !== undefined) {
            mapping.approximated(element, `the default value is not written: ${result.reason}`);
        }
    }
};

/** Whether a result has the type `void` of a programming language, as tools write for an operation without a result (`EAnone_void`). */
function isVoid(element: UmlElement): boolean {
    const isNone = (name: string): boolean => /(^|[_.:#-])void$/.test(name);
    const [link] = element.linksOf('type');
    const type = element.ref('type');
    return (
        element.value('direction') === 'return' &&
        link !== undefined &&
        (type === undefined ? isNone(nameOfLink(link)) : type.metaclass === 'PrimitiveType' && isNone(type.name))
    );
}

/** Returns the expression in a text that states a result, such as `return x;`. */
export const resultIn = (text: string): string =>
    text
        .trim()
        .replace(/^return\b/, '')
        .replace(/;\s*$/, '');

/** Returns the definition of the operation of the same classifier that an opaque behaviour implements. */
function operationOf(element: UmlElement, mapping: Mapping): Declaration | undefined {
    const operation = element.ref('specification');
    const isOwn = operation?.owner === element.owner && operation?.refs('method')[0] === element;
    const declaration = isOwn ? mapping.declarationOf(operation) : undefined;
    return declaration?.isDefinition === true && declaration.kind === 'action' ? declaration : undefined;
}

/**
 * Maps a textual behaviour: a single expression becomes a calculation, statements become steps, and any other text is kept as a comment.
 */
const opaqueBehaviour: Mapper = {
    declare(element, owner, mapping) {
        const operation = operationOf(element, mapping);
        if (operation === undefined) {
            return mapping.declare(element, owner, 'action def', behaviourGroup(owner), element.name || 'behaviour');
        }
        const parameters = element.ref('specification')!.ownedAs('ownedParameter');
        element.ownedAs('ownedParameter').forEach((parameter, i) => {
            const same = mapping.declarationOf(parameters[i]);
            if (same !== undefined) {
                mapping.recordDeclaration(same, parameter);
            }
        });
        return mapping.recordDeclaration(operation, element);
    },
    relate: writeText
};

/**
 * Writes the first text of an element that can be translated, as steps or as the value of its result, and keeps its other texts as
 * comments; keeps all texts as comments if none can be translated.
 */
function writeText(element: UmlElement, mapping: Mapping): void {
    const declaration = mapping.declarationOf(element)!;
    const languages = element.values('language').map(language => language.trim());
    const texts = element.values('body').map((text, i) => ({ text, language: languages[i] ?? '' }));
    const stated = texts.filter(({ text }) => text.trim() !== '');
    let reason: string | undefined;
    for (const tried of stated) {
        const refused = writeBody(element, declaration, tried, mapping);
        if (refused === undefined) {
            const others = stated.filter(other => other !== tried).map(({ text, language }) => untranslated('', language, text));
            others.forEach((text, i) => declaration.addComment({ kind: 'note', text }, 'marker', i));
            return;
        }
        reason ??= refused;
    }
    keepText(declaration, element, mapping, reason);
}

/** Writes a text as the body of a behaviour. @returns the reason if it is not translated */
function writeBody(
    element: UmlElement,
    declaration: Declaration,
    { text, language }: { readonly text: string; readonly language: string },
    mapping: Mapping
): string | undefined {
    const scope: Scope = { bodies: [declaration, ...declaration.owners()], clocks: clockNames(mapping.model) };
    const statements = statementsIn(language, text, scope);
    if ('statements' in statements) {
        writeStatements(declaration, statements.statements);
        mapping.mapped(element);
        statements.notes.forEach(note => mapping.approximated(element, note));
        return undefined;
    }
    const results = declaration.declarations().filter(d => ['out', 'return'].includes(d.source?.value('direction') ?? ''));
    const expression = expressionIn(language, resultIn(text), scope, mapping.options.library);
    if (results.length !== 1 || 'reason' in expression) {
        return statements.reason;
    }
    const [result] = results;
    if (declaration.source === element && element.metaclass !== 'Operation') {
        declaration.keyword = 'calc def';
        result.prefixes = ['return'];
    }
    result.value = ['= ', ...expression.text];
    mapping.mapped(element);
    if (expression.note !== undefined) {
        mapping.approximated(element, expression.note);
    }
    return undefined;
}

/** Marks members of a textual behaviour as unmapped, because its body has no place for members (contract: migration 7.1). */
const withoutPlace: Mapper = {
    isWhole: true,
    complete(element, mapping) {
        const reason = `${withArticle(element.owner!.metaclass)} has no place for ${withArticle(element.metaclass)}`;
        withoutComments([element]).forEach(part => mapping.unmapped(part, reason));
    }
};
const MEMBERS = ['Property', 'Port', 'Operation', 'Constraint', 'Class', 'DataType', 'Enumeration', 'Signal', 'Activity', 'OpaqueBehavior'];
const isWithoutPlace = ({ owner, role }: UmlElement): boolean =>
    ['OpaqueBehavior', 'FunctionBehavior'].includes(owner?.metaclass ?? '') && MEMBER_ROLES.has(role);
const MEMBER_ROLES = new Set(['ownedAttribute', 'ownedOperation', 'ownedRule', 'nestedClassifier', 'ownedBehavior']);

/** Writes statements as sequential steps of an action. */
export function writeStatements(body: Declaration, statements: readonly Statement[]): void {
    const steps = statements.filter(s => !s.isDeclaration).length;
    if (steps > 1) {
        body.addLine(['first start;'], 'node', -1);
    }
    statements.forEach(({ text, isDeclaration }, i) => {
        const line: Text = isDeclaration || steps === 1 ? text : ['then ', ...text];
        body.addLine(line, isDeclaration ? 'property' : 'node', i);
    });
}

export function behaviourGroup(owner: Declaration): 'property' | 'behaviour' {
    return classifierGroup(owner) === 'classifier' ? 'behaviour' : 'property';
}

/** Keeps the text of an opaque action or behaviour as a comment, with its language. */
export function keepText(declaration: Declaration, element: UmlElement, mapping: Mapping, reason = ''): void {
    const languages = element.values('language');
    const texts = element.values('body').filter(text => text.trim() !== '');
    texts.forEach((text, i) => declaration.addComment({ kind: 'note', text: untranslated(reason, languages[i] ?? '', text) }, 'marker', i));
    if (texts.length === 0) {
        mapping.mapped(element);
        return;
    }
    const language = (languages[0] ?? '').trim();
    const why = reason === '' ? '' : `: ${reason}`;
    mapping.approximated(element, `its text${language === '' ? '' : ` in ${language}`} is kept as a comment${why}`);
}

/** Must precede the rows of classifiers and constraints. */
export const placelessRows: readonly MapperRow[] = [{ metaclasses: MEMBERS, applies: isWithoutPlace, mapper: withoutPlace }];

export const operationRows: readonly MapperRow[] = [
    { metaclasses: ['Operation'], mapper: operation },
    { metaclasses: ['Parameter'], mapper: parameterMapper },
    { metaclasses: ['OpaqueBehavior', 'FunctionBehavior'], mapper: opaqueBehaviour }
];
