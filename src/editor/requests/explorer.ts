/** Requests for the tree of a model, level by level, and for the properties of an element: its types, values, members and references. */
import type { AstNode } from '../../language/generated/tree.js';
import { referencesTo } from '../../language/positions/places.js';
import { nameOf } from '../../language/semantics/naming.js';
import {
    declaredGeneralsOf,
    declaredSpecializationsOf,
    generalsOf,
    supertypesOf,
    typesOf
} from '../../language/semantics/specialization.js';
import {
    featureValueOf,
    isDefinition,
    isFeature,
    isImport,
    isPackage,
    isType,
    isUsage,
    ownedMembersOf,
    ownerOf
} from '../../language/semantics/structure.js';
import { documentOf, textOf } from '../../language/semantics/text.js';
import type { Model } from '../../language/workspace/workspace.js';
import { isRequirement } from '../../runtime/evaluation/index.js';
import { elementIdOf } from '../../views/index.js';
import { documentationOf, kindWords, multiplicityText, shownName, typeText } from '../elements.js';
import { uriOf } from '../models.js';
import { rangeOf } from '../places.js';
import { elementJson, type ElementJson } from './drawings.js';
import { type ElementParams, type CustomRequest, elementOfParams, placeOfElement, type Session } from './request.js';

interface MembersParams extends ElementParams {
    /** words in the name and kind of the shown element, or of one inside it */
    readonly filter?: string;
}

/** A line of the tree. */
interface Item extends ElementJson {
    /** types and multiplicity as written, shown after the name */
    readonly detail: string;
    /** id of the element around it; empty for a root */
    readonly owner: string;
    readonly hasMembers: boolean;
    readonly isRequirement: boolean;
}

/** Maximum length of the text for an element without a name. */
const MOST_TEXT = 60;
/** Maximum number of members of one element, and of references to one, in an answer. */
const MOST_ROWS = 500;

/** Members that a tree shows: named ones, and connections and assertions, which often have no name. */
function shownMembersOf(element: AstNode): readonly AstNode[] {
    return ownedMembersOf(element).filter(
        m => !isImport(m) && (shownName(m) !== '' || m.$type === 'ConnectorUsage' || m.$type === 'SatisfyRequirementUsage')
    );
}

function labelOf(element: AstNode): string {
    const name = shownName(element);
    if (name !== '') {
        return name;
    }
    const text = textOf(element)
        .slice(0, 4 * MOST_TEXT)
        .split(/[{;]/)[0]
        .replace(/\s+/g, ' ')
        .trim();
    return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - 1)}…` : text;
}

function itemOf(element: AstNode, filter: Filter): Item {
    const owner = ownerOf(element);
    return {
        ...elementJson(element),
        name: labelOf(element),
        detail: `${multiplicityText(element)} ${shownName(element) === '' ? '' : writtenTypes(element)}`.trim(),
        owner: owner === undefined || owner.$container === undefined ? '' : elementIdOf(owner),
        hasMembers: shownMembersOf(element).some(filter),
        isRequirement: isRequirement(element)
    };
}

/** The written types, without those that the library implies. */
const writtenTypes = (element: AstNode): string =>
    (isDefinition(element) || isUsage(element)) && declaredSpecializationsOf(element).length > 0 ? typeText(element) : '';

type Filter = (element: AstNode) => boolean;

/** The result of the last filter for each model: a client requests the tree level by level with the same filter. */
const filtered = new WeakMap<Model, { readonly filter: string; readonly shown: ReadonlySet<AstNode> }>();

/** A filter that accepts elements if they, or an element inside or around them, contain all words. */
function filterOf(model: Model, filter: string): Filter {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) {
        return () => true;
    }
    let known = filtered.get(model);
    if (known?.filter !== filter) {
        const shown = new Set<AstNode>();
        const work: { readonly element: AstNode; readonly path: readonly AstNode[]; readonly isIn: boolean }[] = [];
        model.documents.forEach(({ root }) => work.push(...shownMembersOf(root).map(element => ({ element, path: [], isIn: false }))));
        for (let at = work.pop(); at !== undefined; at = work.pop()) {
            const { element, path, isIn } = at;
            const text = `${labelOf(element)} ${kindWords(element)}`.toLowerCase();
            const fits = words.every(word => text.includes(word));
            if (fits || isIn) {
                [element, ...path].forEach(e => shown.add(e));
            }
            work.push(...shownMembersOf(element).map(e => ({ element: e, path: [...path, element], isIn: isIn || fits })));
        }
        filtered.set(model, (known = { filter, shown }));
    }
    const { shown } = known;
    return element => shown.has(element);
}

/** The members of an element; without an element, the roots of all models. */
function members(session: Session, params: MembersParams): object {
    const { element: id = '', filter = '' } = params;
    const itemsOf = (model: Model, parents: readonly AstNode[]): Item[] => {
        const isShown = filterOf(model, filter);
        return parents.flatMap(parent =>
            shownMembersOf(parent)
                .filter(isShown)
                .slice(0, MOST_ROWS)
                .map(m => itemOf(m, isShown))
        );
    };
    if (id !== '') {
        const element = elementOfParams(session, params);
        return { items: itemsOf(session.models.modelOf(documentOf(element)), [element]) };
    }
    return {
        items: session.models.all.flatMap(model =>
            itemsOf(
                model,
                model.documents.map(d => d.root)
            )
        )
    };
}

// --- The sheet of an element ------------------------------------------------------------------------------------------

interface Row {
    readonly name: string;
    readonly text: string;
    /** target of a click on the row */
    readonly location?: object;
}

function rowOf(element: AstNode, text: string, name = labelOf(element)): Row {
    return { name, text, location: placeOfElement(element) };
}

const MODIFIERS = ['isAbstract', 'isVariation', 'isConstant', 'isDerived', 'isEnd', 'isReference', 'isIndividual'] as const;

function declarationOf(element: AstNode): Row[] {
    const owner = ownerOf(element);
    const modifiers = MODIFIERS.filter(key => element[key] === true).map(key => key.slice(2).toLowerCase());
    const value = isUsage(element) ? featureValueOf(element) : undefined;
    const texts: readonly (readonly [string, string | undefined])[] = [
        ['kind', kindWords(element)],
        ['id', elementIdOf(element)],
        ['short name', element.shortName],
        ['direction', element.direction],
        ['modifiers', modifiers.join(' ')],
        ['multiplicity', multiplicityText(element)],
        ['value', value === undefined ? undefined : textOf(value.expression).replace(/\s+/g, ' ')]
    ];
    return [
        ...texts.flatMap(([name, text]) => (text === undefined || text === '' ? [] : [{ name, text }])),
        ...(owner === undefined || owner.$container === undefined ? [] : [rowOf(owner, elementIdOf(owner), 'owner')]),
        ...(isFeature(element) ? typesOf(element).map(type => rowOf(type, elementIdOf(type), 'type')) : [])
    ];
}

function generals(element: AstNode): Row[] {
    if (!isType(element)) {
        return [];
    }
    const declared = new Set(declaredGeneralsOf(element));
    return generalsOf(element).map(general => rowOf(general, declared.has(general) ? kindWords(general) : 'implied', elementIdOf(general)));
}

/** The inherited members of a type, without those from the library and those that it redefines or hides. */
function inherited(element: AstNode): Row[] {
    if (!isDefinition(element) && !isUsage(element)) {
        return [];
    }
    const names = new Set(ownedMembersOf(element).map(nameOf));
    const found: Row[] = [];
    for (const general of supertypesOf(element)) {
        if (general === element || documentOf(general).isLibrary) {
            continue;
        }
        for (const member of ownedMembersOf(general).filter(m => isFeature(m) && shownName(m) !== '' && !names.has(nameOf(m)))) {
            names.add(nameOf(member));
            found.push(rowOf(member, `from ${shownName(general)}`));
        }
    }
    return found;
}

function usesOf({ models }: Session, element: AstNode): Row[] {
    const seeing = models.modelsSeeing(documentOf(element));
    const places = seeing.flatMap(model => referencesTo(model, element)).slice(0, MOST_ROWS);
    return places.map(({ document, segment: { span } }) => {
        const range = rangeOf(document, span);
        const uri = uriOf(document);
        const line = document.text.split('\n')[range.start.line].trim();
        return {
            name: `${decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))}:${range.start.line + 1}`,
            text: line,
            location: { uri, range, selectionRange: range }
        };
    });
}

/** The sheet of an element (what it is, has and is used by) as groups of rows, without empty groups. */
function inspect(session: Session, params: ElementParams): object {
    const element = elementOfParams(session, params);
    const documentation = documentationOf(element);
    const groups: readonly (readonly [string, readonly Row[]])[] = [
        ['Declaration', declarationOf(element)],
        ['Documentation', documentation === '' ? [] : documentation.split('\n').map(text => ({ name: '', text }))],
        ['Specializes', isPackage(element) ? [] : generals(element)],
        ['Members', shownMembersOf(element).map(m => rowOf(m, `${kindWords(m)} ${typeText(m)}`.trim()))],
        ['Inherited', inherited(element)],
        ['Used at', usesOf(session, element)]
    ];
    return {
        element: elementJson(element),
        groups: groups.filter(([, rows]) => rows.length > 0).map(([title, rows]) => ({ title, rows }))
    };
}

export const explorerRequests: readonly CustomRequest[] = [
    { method: 'sysml/members', capability: 'sysmlExplorer', answer: members },
    { method: 'sysml/inspect', capability: 'sysmlExplorer', answer: inspect }
];
