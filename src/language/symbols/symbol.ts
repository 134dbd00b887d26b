/** The facts of `SymbolInfo` about one element (contract: edits-and-diagnostics, 2.8), as plain data. */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { directionOf } from '../semantics/features.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { membershipOf } from '../semantics/memberships.js';
import { symbolKindOf } from './symbol-kind.js';
import { declaredRangeOf } from '../semantics/multiplicity.js';
import { memberElement, resolve } from '../semantics/names.js';
import { memberById, nameOf, qualifiedNameOf } from '../semantics/naming.js';
import { declaredSpecializationsOf } from '../semantics/specialization.js';
import { importedName, isAlias, isDefinition, isImport, isType, isUsage, type NameNode, ownedMembersOf } from '../semantics/structure.js';
import { textOf } from '../semantics/text.js';
import type { Document } from '../workspace/document.js';
import type { Model } from '../workspace/workspace.js';
import { type AttributeFacts, attributesOf } from './attributes.js';
import { type TypeFacts, typeFactsOf } from './type-facts.js';

export interface SpecializationFacts {
    kind: 'specializes' | 'subsets' | 'redefines' | 'typing';
    declared: string;
    targetId: string;
    targetKind: string;
}

export interface SymbolFacts {
    id: string;
    name: string;
    kind: string;
    metadata: Record<string, string>;
    childIds: string[];
    attributes: AttributeFacts[];
    withheldLibraryAttributes: number;
    typeInfo?: TypeFacts;
    multiplicity?: { lower: string; upper: string };
    specializations: SpecializationFacts[];
}

/** Facts about the element of an id, in the model or the library; an alias is not followed. Undefined for an unknown id. */
export function symbolInfo(model: Model, id: string): SymbolFacts | undefined {
    const element = memberById(model, id);
    return element === undefined ? undefined : symbolOf(element);
}

/** The symbol of the root namespaces of several documents, combined. */
export function rootSymbol(...documents: readonly Document[]): SymbolFacts {
    return { ...EMPTY(), kind: 'RootNamespace', childIds: documents.flatMap(document => childIdsOf(document.root)) };
}

const EMPTY = (): SymbolFacts => ({
    id: '',
    name: '',
    kind: '',
    metadata: {},
    childIds: [],
    attributes: [],
    withheldLibraryAttributes: 0,
    specializations: []
});

function symbolOf(element: AstNode): SymbolFacts {
    const facts: SymbolFacts = {
        ...EMPTY(),
        id: qualifiedNameOf(element) ?? '',
        name: nameOf(element) ?? element.shortName ?? '',
        kind: symbolKindOf(element),
        metadata: metadataOf(element),
        childIds: childIdsOf(element)
    };
    if (isDefinition(element) || isUsage(element) || isType(element)) {
        const { listed, withheld } = attributesOf(element);
        facts.attributes = listed;
        facts.withheldLibraryAttributes = withheld;
        facts.typeInfo = typeFactsOf(element);
        facts.specializations = declaredSpecializationsOf(element).filter(isSpecialization).map(specializationOf);
        const range = declaredRangeOf(element);
        if (range !== undefined) {
            facts.multiplicity = writtenBounds(range, '');
        }
    }
    return facts;
}

function childIdsOf(element: AstNode): string[] {
    const ids: string[] = [];
    for (const member of ownedMembersOf(element)) {
        if (!isImport(member)) {
            const id = qualifiedNameOf(member);
            if (id !== undefined) {
                ids.push(id);
            }
        }
    }
    return ids;
}

const KINDS: Record<string, SpecializationFacts['kind']> = {
    FeatureTyping: 'typing',
    Subsetting: 'subsets',
    ReferenceSubsetting: 'subsets',
    CrossSubsetting: 'subsets',
    ConnectorEnd: 'subsets',
    Redefinition: 'redefines',
    PrefixMetadata: 'typing'
};

/** Whether a relationship is a specialization, rather than a conjugation or a feature chaining (KerML 8.3.3.1.2, 8.3.3.3.6). */
function isSpecialization({ $type }: NameNode): boolean {
    return $type !== 'Conjugation' && $type !== 'FeatureChaining';
}

function specializationOf(node: NameNode): SpecializationFacts {
    const target = memberElement(resolve(node));
    return {
        kind: KINDS[node.$type] ?? 'specializes',
        declared: `${node.isConjugated === true ? '~' : ''}${node.text}`,
        targetId: target === undefined ? '' : (qualifiedNameOf(target) ?? ''),
        targetKind: target === undefined ? '' : symbolKindOf(target)
    };
}

/** The bounds as written; a bound that is no literal is `unknown`. */
function writtenBounds(range: ast.MultiplicityRange, unknown: string): { lower: string; upper: string } {
    const [first, second] = range.bounds.map(b => (b.$type === 'LiteralInteger' ? b.value : b.$type === 'LiteralInfinity' ? '*' : unknown));
    return range.bounds.length === 1 ? { lower: first === '*' ? '0' : first, upper: first } : { lower: first, upper: second };
}

/** Whether a type is a variation; an enumeration is one, whose values are its variants (SysML 8.3.8.2). */
export function isVariationType(element: AstNode): boolean {
    return element.isVariation === true || isMetaclass(element, 'EnumerationDefinition');
}

function metadataOf(element: AstNode): Record<string, string> {
    const metadata: Record<string, string> = { visibility: element.visibility ?? 'default' };
    if (isDefinition(element)) {
        const first = declaredSpecializationsOf(element).find(isSpecialization);
        if (first !== undefined) {
            metadata.specializes = first.text;
        }
    } else if (isUsage(element) || element.$type === 'MetadataUsage') {
        const range = declaredRangeOf(element);
        if (range !== undefined) {
            metadata.multiplicity = range.bounds
                .map(b => (b.$type === 'LiteralInteger' || b.$type === 'LiteralInfinity' ? textOf(b) : '?'))
                .join('..');
        }
        const typing = declaredSpecializationsOf(element).find(n => n.$type === 'FeatureTyping');
        if (typing !== undefined) {
            metadata.type = `${typing.isConjugated ? '~' : ''}${typing.text}`;
        }
        const direction = directionOf(element);
        if (direction !== undefined) {
            metadata.direction = direction;
        }
    } else if (isImport(element)) {
        metadata.imports = importedName(element).name;
    } else if (isAlias(element)) {
        metadata.for = element.target.text;
    }
    const isVariation = isVariationType(element);
    if (isVariation || element.isAbstract === true) {
        metadata.abstract = 'true';
    }
    if (isVariation) {
        metadata.variation = 'true';
    }
    if (membershipOf(element) === 'VariantMembership') {
        metadata.variant = 'true';
    }
    return metadata;
}
