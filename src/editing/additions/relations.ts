/** addConnection, addSatisfy, addRequirementConstraint, addVerify, addTransition, addImport (contract: edits-and-diagnostics 1.7). */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { generalsOf } from '../../language/semantics/specialization.js';
import { isMetaclass, withArticle } from '../../language/semantics/metaclass.js';
import { isImport, ownedMembersOf } from '../../language/semantics/structure.js';
import { isOfLibrary } from '../../language/semantics/cycles.js';
import { spanOf, type SyntaxLanguage, parseDocument } from '../../language/syntax/index.js';
import { bodyKindOf } from '../../language/validation/bodies.js';
import { tokensFrom } from '../../language/validation/tokens.js';
import { type Draft, labelOf } from '../draft.js';
import type { AddConnection, AddImport, AddRequirementConstraint, AddSatisfy, AddTransition, AddVerify } from '../operations.js';
import { EditRefusal } from '../outcome.js';
import { ownerOfId } from '../targets.js';
import { memberIndentation, type Place, placeBefore, placeAfter } from '../text/layout.js';
import { checkExpression, checkName, checkReference, isQualifiedName } from '../text/notation.js';
import { addAtEnd, openOwner, flushedOwner } from './owners.js';

function requireSysml(draft: Draft, what: string): void {
    if (draft.language !== 'sysml') {
        throw new EditRefusal('ILLEGAL_KIND', `${what} is SysML, and the document is KerML`);
    }
}

const words = (...parts: readonly string[]): string => parts.filter(part => part !== '').join(' ');

// --- Connections ------------------------------------------------------------------------------------------------------------

interface ConnectionKind {
    readonly languages: readonly SyntaxLanguage[];
    readonly isTyped: boolean;
    readonly ends: (from: string, to: string, language: SyntaxLanguage) => string;
}

const CONNECTION_KINDS: Readonly<Record<string, ConnectionKind>> = {
    connection: { languages: ['sysml'], isTyped: true, ends: (from, to) => `connect ${from} to ${to}` },
    interface: { languages: ['sysml'], isTyped: true, ends: (from, to) => `connect ${from} to ${to}` },
    allocation: { languages: ['sysml'], isTyped: true, ends: (from, to) => `allocate ${from} to ${to}` },
    flow: { languages: ['sysml', 'kerml'], isTyped: true, ends: (from, to) => `from ${from} to ${to}` },
    connector: { languages: ['kerml'], isTyped: true, ends: (from, to) => `from ${from} to ${to}` },
    binding: {
        languages: ['sysml', 'kerml'],
        isTyped: false,
        ends: (from, to, language) => `${language === 'sysml' ? 'bind' : 'of'} ${from} = ${to}`
    },
    succession: { languages: ['sysml', 'kerml'], isTyped: false, ends: (from, to) => `first ${from} then ${to}` },
    transition: { languages: ['sysml'], isTyped: false, ends: (from, to) => `first ${from} then ${to}` }
};

export function addConnection(draft: Draft, index: number, { owner: id, kind, fromEnd, toEnd, name, type }: AddConnection): void {
    const { language } = draft;
    const owner = openOwner(draft, id);
    const known = Object.hasOwn(CONNECTION_KINDS, kind) ? CONNECTION_KINDS[kind] : undefined;
    if (known?.languages.includes(language) !== true) {
        throw new EditRefusal('ILLEGAL_KIND', `'${kind}' is no kind of connection in ${language === 'sysml' ? 'SysML' : 'KerML'}`);
    }
    if (type !== '' && !known.isTyped) {
        throw new EditRefusal('ILLEGAL_KIND', `${withArticle(kind)} has no type`);
    }
    if (kind === 'transition' && bodyKindOf(owner) !== 'state') {
        throw new EditRefusal('ILLEGAL_KIND', `'transition' is not allowed in ${labelOf(owner)}`);
    }
    checkReference(fromEnd, language, 'fromEnd');
    checkReference(toEnd, language, 'toEnd');
    if (name !== '') {
        checkName(name, language, 'name');
        draft.takeName(owner, name);
    }
    const line = `${words(kind, name, type === '' ? '' : `: ${type}`, known.ends(fromEnd, toEnd, language))};`;
    addAtEnd(draft, { index, target: id }, owner, [line], { isPlaced: true });
}

// --- Requirements -------------------------------------------------------------------------------------------------------------

export function addSatisfy(
    draft: Draft,
    index: number,
    { owner: id, requirement, satisfyingFeature, isAsserted, isNegated }: AddSatisfy
): void {
    requireSysml(draft, 'satisfy');
    const owner = openOwner(draft, id);
    checkReference(requirement, draft.language, 'requirement');
    if (satisfyingFeature !== '') {
        checkReference(satisfyingFeature, draft.language, 'satisfyingFeature');
    }
    const by = satisfyingFeature === '' ? '' : `by ${satisfyingFeature}`;
    const line = `${words(isAsserted ? 'assert' : '', isNegated ? 'not' : '', 'satisfy', requirement, by)};`;
    addAtEnd(draft, { index, target: id }, owner, [line], { isPlaced: true });
}

export function addRequirementConstraint(
    draft: Draft,
    index: number,
    { owner: id, kind, expression, name }: AddRequirementConstraint
): void {
    requireSysml(draft, 'a requirement constraint');
    const owner = openOwner(draft, id);
    if (kind !== 'require' && kind !== 'assume') {
        throw new EditRefusal('ILLEGAL_KIND', `'${kind}' is no kind of requirement constraint: it is require or assume`);
    }
    if (bodyKindOf(owner) !== 'requirement') {
        throw new EditRefusal('ILLEGAL_KIND', `'${kind} constraint' is not allowed in ${labelOf(owner)}`);
    }
    checkExpression(expression, draft.language, 'expression');
    if (name !== '') {
        checkName(name, draft.language, 'name');
        draft.takeName(owner, name);
    }
    addAtEnd(draft, { index, target: id }, owner, [`${words(kind, 'constraint', name)} { ${expression.trim()} }`], { isPlaced: true });
}

export function addVerify(draft: Draft, index: number, { owner: id, requirement }: AddVerify): void {
    requireSysml(draft, 'verify');
    const found = flushedOwner(draft, id);
    checkReference(requirement, draft.language, 'requirement');
    const line = `verify ${requirement};`;
    if (isObjective(found)) {
        addAtEnd(draft, { index, target: id }, found, [line], { isPlaced: true });
        return;
    }
    if (!isMetaclass(found, 'VerificationCaseDefinition') && !isMetaclass(found, 'VerificationCaseUsage')) {
        throw new EditRefusal('ILLEGAL_KIND', `${labelOf(found)} is neither a verification case nor the objective of one`);
    }
    const objectives = ownedMembersOf(found).filter(isObjective);
    if (objectives.length > 1) {
        throw new EditRefusal('ILLEGAL_KIND', `${labelOf(found)} has ${objectives.length} objectives: name the one to add to`);
    }
    if (objectives.length === 1) {
        addAtEnd(draft, { index, target: id }, objectives[0], [line], { isPlaced: true });
        return;
    }
    // Inherited objectives require resolved names, which need the flushed model.
    const owner = inModel(draft, id);
    if (inheritsObjective(owner, new Set())) {
        throw new EditRefusal('ILLEGAL_KIND', `${labelOf(owner)} inherits its objective: redefine it to add to it`);
    }
    addAtEnd(draft, { index, target: id }, owner, ['objective {', `${draft.layout.unit}${line}`, '}'], { isPlaced: true });
}

/** The owner in the model after the preceding operations. */
function inModel(draft: Draft, id: string): AstNode {
    return draft.model && ownerOfId(draft, id);
}

function isObjective(node: AstNode): boolean {
    return node.kind === 'objective';
}

/** Whether a direct or indirect general type outside the library has an objective. */
function inheritsObjective(type: AstNode, seen: Set<AstNode>): boolean {
    return generalsOf(type).some(general => {
        if (seen.has(general) || isOfLibrary(general)) {
            return false;
        }
        seen.add(general);
        return ownedMembersOf(general).some(isObjective) || inheritsObjective(general, seen);
    });
}

// --- Transitions --------------------------------------------------------------------------------------------------------------

export function addTransition(draft: Draft, index: number, operation: AddTransition): void {
    requireSysml(draft, 'a transition');
    const { owner: id, target, initial } = operation;
    const owner = initial ? flushedOwner(draft, id) : openOwner(draft, id);
    if (bodyKindOf(owner) !== 'state') {
        throw new EditRefusal('ILLEGAL_KIND', `a transition is not allowed in ${labelOf(owner)}: it is no state`);
    }
    checkReference(target, draft.language, 'target');
    const text = initial ? entryTransition(owner, operation) : transition(draft, owner, operation);
    addAtEnd(draft, { index, target: id }, owner, [text], { isPlaced: true });
}

function entryTransition(owner: AstNode, { name, source, trigger, guard, effect, target }: AddTransition): string {
    if ([name, source, trigger, guard, effect].some(text => text !== '')) {
        throw new EditRefusal('ILLEGAL_KIND', 'an entry transition has a target and nothing else');
    }
    if (ownedMembersOf(owner).some(m => m.membership === 'entry')) {
        throw new EditRefusal('ILLEGAL_KIND', `${labelOf(owner)} has an entry action already`);
    }
    return `entry; then ${target};`;
}

function transition(draft: Draft, owner: AstNode, { name, source, trigger, guard, effect, target }: AddTransition): string {
    checkReference(source, draft.language, 'source');
    if (name !== '') {
        checkName(name, draft.language, 'name');
    }
    const clauses = { accept: trigger, if: guard, do: effect };
    const written = Object.entries(clauses).map(([word, text]) => (text === '' ? '' : `${word} ${text.trim()}`));
    const line = `${words('transition', name, `first ${source}`, ...written, `then ${target}`)};`;
    checkClauses(draft.language, line, [source, trigger, guard, effect, target]);
    if (name !== '') {
        draft.takeName(owner, name);
    }
    return line;
}

/** Checks that the transition parses into exactly the given clauses. @throws EditRefusal INVALID_VALUE */
function checkClauses(language: SyntaxLanguage, line: string, texts: readonly string[]): void {
    const before = 'state s { ';
    const all = `${before}${line} }`;
    const { root, diagnostics } = parseDocument(all, language);
    const members = root.members[0]?.members ?? [];
    const read = members[0];
    const isOne = diagnostics.length === 0 && root.members.length === 1 && members.length === 1 && read?.$type === 'TransitionUsage';
    const same = (node: AstNode | undefined, text: string): boolean =>
        node === undefined ? text === '' : squeezed(all.slice(spanOf(node).offset, spanOf(node).end)) === squeezed(text);
    const reads =
        isOne && [read.source, read.trigger, read.guard, read.effect, read.target].every((node, i) => sameClause(node, texts[i], same));
    if (!reads) {
        const why = diagnostics.length > 0 ? `: ${diagnostics[0].message}` : '';
        throw new EditRefusal('INVALID_VALUE', `trigger, guard and effect do not read as one transition '${line}'${why}`);
    }
}

/** Compares the node of a clause with its text. The node of a trigger includes its keyword. */
function sameClause(node: AstNode | undefined, text: string, same: (node: AstNode | undefined, text: string) => boolean): boolean {
    return same(node, text) || (node?.$type === 'AcceptActionUsage' && same(node, `accept ${text}`));
}

/** The tokens of a text, without white space and notes. */
function squeezed(text: string): string {
    return [...tokensFrom(text, 0, text.length)].map(token => token.text).join(' ');
}

// --- Imports ------------------------------------------------------------------------------------------------------------------

const IMPORTED = /^(.*?)(::\*)?$/s;

export function addImport(draft: Draft, index: number, operation: AddImport): void {
    const { owner: id, visibility, target, isRecursive, isImportAll, filters } = operation;
    const owner = flushedOwner(draft, id);
    if (bodyKindOf(owner) === 'enumeration') {
        throw new EditRefusal('ILLEGAL_KIND', `an import is not allowed in ${labelOf(owner)}: it is an enumeration`);
    }
    const shown = visibility === '' ? 'private' : visibility;
    if (!['private', 'public', 'protected'].includes(shown)) {
        throw new EditRefusal('INVALID_VALUE', `'${visibility}' is no visibility: it is private, public or protected`);
    }
    const [, name] = IMPORTED.exec(target.trim())!;
    if (target.includes('**') || !isQualifiedName(name, draft.language)) {
        const advice = target.includes('**') ? ': set isRecursive for a recursive import' : '';
        throw new EditRefusal('INVALID_NAME', `'${target}' is no name to import${advice}`);
    }
    filters.forEach(filter => checkExpression(filter, draft.language, 'a filter'));
    const line = `${words(shown, 'import', isImportAll ? 'all' : '')} ${target.trim()}${isRecursive ? '::**' : ''}${filters.map(f => `[${f}]`).join('')};`;
    const imports = (owner.members ?? []).filter((m): m is ast.Import => isImport(m) && m.kind === 'import');
    if (imports.some(node => key(draft, node) === squeezed(line)) || !draft.addName(owner, ` ${squeezed(line)}`)) {
        throw new EditRefusal('MEMBER_NAME_TAKEN', `${labelOf(owner)} has the import '${line}' already`);
    }
    const place = placeOfImport(draft, owner, imports, line);
    if (place === undefined) {
        addAtEnd(draft, { index, target: id }, owner, [line], { isPlaced: true });
    } else {
        draft.add({ index, target: id }, owner, place, { isPlaced: true });
    }
}

/** The tokens of an import with explicit visibility, for comparison. */
function key(draft: Draft, node: ast.Import): string {
    const { offset, end } = spanOf(node);
    const text = squeezed(draft.layoutOf(node).text.slice(offset, end));
    return node.visibility === undefined ? `private ${text}` : text;
}

/** The place after the last import, or before the first member; undefined in a body without members. */
function placeOfImport(draft: Draft, owner: AstNode, imports: readonly AstNode[], line: string): Place | undefined {
    const layout = draft.layoutOf(owner);
    if (imports.length > 0) {
        return placeAfter(layout, imports[imports.length - 1], [line]);
    }
    const { members = [] } = owner;
    if (members.length === 0) {
        return undefined;
    }
    const isInBody = owner.$container !== undefined;
    return placeBefore(layout, members[0], [line], memberIndentation(layout, owner), isInBody);
}
