/** What the references of a random model may lead to, and how they are spelled. */
import type { SyntaxLanguage } from '../../../src/language/syntax/index.js';
import { type Below, membersOf, type Names, type Scope, spelled, wayTo } from './names.js';

/** A place for a name, filled when all declarations are known. */
export interface Reference {
    readonly sort: string;
    /** the kind that it asks for, else that of what it stands in */
    readonly kind: string;
    /** the declaration whose head it stands in, and the namespace in which it is looked up */
    readonly of?: Scope;
    readonly scope: Scope;
}

interface Sort {
    readonly finds: (reference: Reference, names: Names) => readonly Scope[];
    /** what is named where nothing is found */
    readonly library: (kind: string, language: SyntaxLanguage) => readonly string[];
    /** whether what is found becomes a general of the declaration */
    readonly isGeneral?: boolean;
    readonly mayBeChain?: boolean;
}

const LIBRARY: Readonly<Record<string, readonly string[]>> = {
    attribute: ['ScalarValues::Real', 'ScalarValues::Integer', 'ScalarValues::String', 'ScalarValues::Boolean', 'ISQ::MassValue'],
    part: ['Parts::Part'], item: ['Items::Item'], port: ['Ports::Port'], occurrence: ['Occurrences::Occurrence'], action: ['Actions::Action'],
    state: ['States::StateAction'], calc: ['Calculations::Calculation'], constraint: ['Constraints::ConstraintCheck'],
    requirement: ['Requirements::RequirementCheck'], concern: ['Requirements::ConcernCheck'], case: ['Cases::Case'],
    analysis: ['AnalysisCases::AnalysisCase'], verification: ['VerificationCases::VerificationCase'], use: ['UseCases::UseCase'],
    view: ['Views::View'], viewpoint: ['Views::ViewpointCheck'], rendering: ['Views::Rendering', 'Views::GraphicalRendering'],
    metadata: ['ModelingMetadata::StatusInfo', 'Metaobjects::Metaobject'], connection: ['Connections::BinaryConnection', 'Connections::Connection'],
    interface: ['Interfaces::BinaryInterface'], allocation: ['Allocations::Allocation'], flow: ['Flows::Flow', 'Flows::Message'],
    enum: ['VerificationCases::VerdictKind'], metaclass: ['Metaobjects::Metaobject'], datatype: ['ScalarValues::Integer', 'Base::DataValue'],
    class: ['Occurrences::Occurrence'], struct: ['Objects::Object'], assoc: ['Links::BinaryLink', 'Links::Link'], behavior: ['Performances::Performance'],
    function: ['NumericalFunctions::max', 'ControlFunctions::select', 'SequenceFunctions::size'], predicate: ['Performances::BooleanEvaluation'],
    interaction: ['Transfers::Transfer'], classifier: ['Base::Anything'], type: ['Base::Anything']
}; // prettier-ignore

const library = (kind: string, language: SyntaxLanguage): readonly string[] =>
    LIBRARY[kind] ?? (language === 'kerml' ? ['Base::Anything'] : ['Items::Item']);
const features = (kind: string): readonly string[] =>
    kind === 'attribute'
        ? ['SI::kg', 'SI::m']
        : kind === 'rendering'
          ? ['Views::asTreeDiagram']
          : kind === 'action'
            ? ['Actions::actions']
            : ['Base::things'];

/** Kinds whose elements may stand where one of another is requested. */
const RELATED: Readonly<Record<string, readonly string[]>> = {
    item: ['part'], occurrence: ['part', 'item', 'action'], part: ['connection', 'item'], constraint: ['requirement', 'calc'], attribute: ['enum'],
    action: ['state', 'calc', 'case'], requirement: ['concern', 'viewpoint'], case: ['analysis', 'use', 'verification'], feature: ['step', 'expr'],
    class: ['struct', 'behavior', 'assoc'], classifier: ['class', 'datatype', 'struct'], type: ['classifier', 'class'], calc: ['function'], function: ['calc'],
    metadata: ['metaclass'], metaclass: ['metadata']
}; // prettier-ignore

function ofKind(kind: string, isDefinition: boolean): Sort['finds'] {
    return (_, names) => {
        const all = names.all.filter(s => s.isDefinition === isDefinition);
        const same = all.filter(s => s.kind === kind);
        const related = all.filter(s => RELATED[kind]?.includes(s.kind) === true);
        return [...same, ...same, ...same, ...related];
    };
}

const isType = (s: Scope): boolean => s.isDefinition;
const isUsage = (s: Scope): boolean => !s.isDefinition && s.kind !== 'package' && s.kind !== 'document' && s.kind !== 'alias';

const SORTS: Readonly<Record<string, Sort>> = {
    def: { finds: (r, names) => ofKind(r.kind, true)(r, names), library, isGeneral: true },
    usage: { finds: (r, names) => ofKind(r.kind, false)(r, names), library: features, mayBeChain: true },
    subsetted: { finds: (r, names) => ofKind(r.kind, false)(r, names), library: features, isGeneral: true, mayBeChain: true },
    callee: {
        finds: (r, names) => [...ofKind('calc', true)(r, names), ...ofKind('calc', false)(r, names)],
        library: () => LIBRARY.function
    },
    type: { finds: (_, names) => names.all.filter(isType), library, isGeneral: false },
    feature: { finds: (_, names) => names.all.filter(isUsage), library: features, mayBeChain: true },
    simpleFeature: { finds: (_, names) => names.all.filter(isUsage), library: features },
    redefined: {
        finds: r => [...new Set((r.of?.owner ?? r.scope).generals.flatMap(g => membersOf(g)))].filter(isUsage),
        library: features,
        isGeneral: true
    },
    sibling: { finds: r => r.scope.members.filter(isUsage), library: () => ['start', 'done'] },
    namespace: {
        finds: (_, names) => names.all.filter(s => s.kind === 'package' || s.members.length > 0),
        library: () => ['ScalarValues', 'SI', 'ISQ', 'Parts', 'ControlFunctions']
    },
    element: { finds: (_, names) => names.all, library },
    member: { finds: (r, names) => names.all.filter(s => s.owner === r.scope), library }
};

/** The text of a reference; what it chooses becomes known of the declaration that it stands in. */
export function written(reference: Reference, names: Names, language: SyntaxLanguage, below: Below): string {
    const sort = SORTS[reference.sort];
    if (sort === undefined) {
        throw new Error(`no sort of references is ${reference.sort}`);
    }
    const { of: own } = reference;
    const isEarlier = (s: Scope): boolean => own === undefined || s.order < own.order || below(12) === 0;
    const found = sort
        .finds(reference, names)
        .filter(s => (s !== own || below(30) === 0) && isEarlier(s) && wayFrom(reference.scope, s) !== undefined);
    const near = found.filter(s => s.owner === reference.scope);
    const choices = near.length > 0 && below(2) === 0 ? near : found;
    if (choices.length === 0 || below(15) === 0) {
        const texts = sort.library(reference.kind, language);
        return texts[below(texts.length)];
    }
    const chosen = choices[below(choices.length)];
    const steps = sort.mayBeChain === true && below(4) === 0 ? chainFrom(chosen, below) : [];
    if (sort.isGeneral === true) {
        own?.generals.push(steps.at(-1) ?? chosen);
    }
    const text =
        reference.sort === 'redefined' && below(4) > 0
            ? spelled(nameFor(chosen, below), language, below)
            : spelling(chosen, reference.scope, language, below);
    return [text, ...steps.map(s => spelled(nameFor(s, below), language, below))].join('.');
}

function nameFor(scope: Scope, below: Below): string {
    return scope.shortName !== undefined && (scope.name === undefined || below(4) === 0) ? scope.shortName : scope.name!;
}

const isNamed = (scope: Scope): boolean => scope.name !== undefined || scope.shortName !== undefined;

function chainFrom(scope: Scope, below: Below): Scope[] {
    const next = membersOf(scope).filter(s => isUsage(s) && isNamed(s));
    if (next.length === 0) {
        return [];
    }
    const step = next[below(next.length)];
    return [step, ...(below(3) === 0 ? chainFrom(step, below) : [])];
}

/** The namespaces that a name in a place spells to lead to another; undefined where none does. The nearest common one is left out. */
function wayFrom(from: Scope, to: Scope): readonly Scope[] | undefined {
    const around = new Set(wayTo(from));
    const way = wayTo(to);
    const at = way.findLastIndex((s, i) => around.has(s) && i < way.length - 1);
    const rest = way.slice(at + 1);
    return rest.every(isNamed) ? rest : undefined;
}

function spelling(to: Scope, from: Scope, language: SyntaxLanguage, below: Below): string {
    const near = wayFrom(from, to)!;
    const whole = wayTo(to).slice(1);
    const isReachable = whole.every(isNamed) && whole.length > 0;
    const far = isReachable && below(4) === 0 ? whole : near;
    const text = far.map(s => spelled(nameFor(s, below), language, below)).join('::');
    return far === whole && below(3) === 0 ? `$::${text}` : text;
}
