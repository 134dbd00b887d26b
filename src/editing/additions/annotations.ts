/** addDocumentation, addComment, addNote, addMetadata, addMetadataPrefix (contract: edits-and-diagnostics 1.7). */
import type { AstNode } from '../../language/generated/tree.js';
import { isMetaclass } from '../../language/semantics/metaclass.js';
import { memberElement, resolve, resolveIn } from '../../language/semantics/names.js';
import { owningNamespaceOf } from '../../language/semantics/structure.js';
import { spanOf } from '../../language/syntax/index.js';
import { tokensFrom } from '../../language/validation/tokens.js';
import { type Draft, labelOf, type Origin } from '../draft.js';
import type { LateCheck } from '../gathered.js';
import type { AddComment, AddDocumentation, AddMetadata, AddMetadataPrefix, AddNote } from '../operations.js';
import { EditRefusal } from '../outcome.js';
import { targetOf } from '../targets.js';
import { commentLines, localeClause, prefixed } from '../text/comments.js';
import { indentationAt, isFirstOnLine, lineStart, placeAtStart } from '../text/layout.js';
import { checkExpression, checkName, checkQualifiedName, checkReference } from '../text/notation.js';
import { addAtEnd, openOwner } from './owners.js';
import { memberAt } from './sequences.js';

// --- Texts --------------------------------------------------------------------------------------------------------------------

export function addDocumentation(draft: Draft, index: number, { target: id, body, name, locale, replace }: AddDocumentation): void {
    const target = targetOf(draft, id);
    const { members } = target;
    const docs = (members ?? []).filter(m => m.$type === 'Documentation');
    const lines = prefixed(`doc${name === '' ? '' : ` ${name}`}${localeClause(locale)}`, commentLines(body));
    if (name !== '') {
        checkName(name, draft.language, 'name');
    }
    if (docs.length > 0) {
        if (!replace) {
            throw new EditRefusal('MEMBER_NAME_TAKEN', `'${id}' has documentation already: set replace to rewrite it`);
        }
        replaceDocumentation(draft, { index, target: id }, docs, lines);
        return;
    }
    if (name !== '') {
        draft.takeName(target, name);
    }
    const place = placeAtStart(draft.layoutOf(target), target, lines);
    if (place === undefined) {
        throw new EditRefusal('OWNER_NOT_NAMESPACE', `${labelOf(target)} can have no documentation: it can have no body`);
    }
    draft.change({ index, target: id }, target, place);
}

function replaceDocumentation(draft: Draft, origin: Origin, docs: readonly AstNode[], lines: readonly string[]): void {
    if (docs.length > 1) {
        throw new EditRefusal(
            'AMBIGUOUS_TARGET',
            `'${origin.target}' has ${docs.length} documentations: the request does not say which one to replace`
        );
    }
    const { offset, end } = spanOf(docs[0]);
    const { text, eol } = draft.layoutOf(docs[0]);
    const [first, ...rest] = lines;
    const indentation = indentationAt(text, offset);
    const start = endOfVisibility(text, offset, end);
    draft.change(origin, docs[0], { offset: start, end, text: [first, ...rest.map(line => indentation + line)].join(eol) });
}

function endOfVisibility(text: string, offset: number, end: number): number {
    for (const token of tokensFrom(text, offset, end)) {
        if (!['public', 'private', 'protected'].includes(token.text)) {
            return token.offset;
        }
    }
    return offset;
}

export function addComment(draft: Draft, index: number, { owner: id, body, name, about, locale }: AddComment): void {
    const owner = openOwner(draft, id);
    const lines = commentLines(body);
    about.forEach(text => checkQualifiedName(text, draft.language, 'about'));
    if (name !== '') {
        checkName(name, draft.language, 'name');
        draft.takeName(owner, name);
    }
    const words = `comment${name === '' ? '' : ` ${name}`}${about.length === 0 ? '' : ` about ${about.join(', ')}`}${localeClause(locale)}`;
    addAtEnd(draft, { index, target: id }, owner, prefixed(words, lines));
}

export function addNote(draft: Draft, index: number, { target: id, text: note }: AddNote): void {
    if (/[\r\n]/.test(note)) {
        throw new EditRefusal('INVALID_VALUE', 'a note is one line: its text has a line break');
    }
    const target = targetOf(draft, id);
    const { text, eol } = draft.layoutOf(target);
    const { offset } = spanOf(target);
    const line = note === '' ? '//' : `// ${note}`;
    const indentation = indentationAt(text, offset);
    if (isFirstOnLine(text, offset)) {
        const at = lineStart(text, offset);
        draft.change({ index, target: id }, target, { offset: at, end: at, text: `${indentation}${line}${eol}` });
    } else {
        draft.change({ index, target: id }, target, { offset, end: offset, text: `${eol}${indentation}${line}${eol}${indentation}` });
    }
}

// --- Metadata -----------------------------------------------------------------------------------------------------------------

export function addMetadata(draft: Draft, index: number, { owner: id, metadataType, name, about, values, shorthand }: AddMetadata): void {
    const { language } = draft;
    const owner = openOwner(draft, id);
    checkQualifiedName(metadataType, language, 'metadataType');
    about.forEach(text => checkReference(text, language, 'about'));
    const bound = new Set<string>();
    for (const { feature, value } of values) {
        checkReference(feature, language, 'feature');
        checkExpression(value, language, `the value of '${feature}'`);
        if (bound.has(feature)) {
            throw new EditRefusal('INVALID_VALUE', `'${feature}' is bound twice`);
        }
        bound.add(feature);
    }
    if (name !== '') {
        checkName(name, language, 'name');
        draft.takeName(owner, name);
    }
    const head = `${shorthand ? '@' : 'metadata '}${name === '' ? '' : `${name} : `}${metadataType}${about.length === 0 ? '' : ` about ${about.join(', ')}`}`;
    const body = values.map(({ feature, value }) => `${feature} = ${value};`).join(' ');
    addAtEnd(draft, { index, target: id }, owner, [values.length === 0 ? `${head};` : `${head} { ${body} }`], { isPlaced: true });
}

/** Words that precede metadata prefixes in a declaration. */
const BEFORE_PREFIXES = new Set(
    (
        'public private protected in out inout abstract variation derived constant ref individual snapshot timeslice end variant then return ' +
        'subject actor stakeholder objective require assume frame verify render standard library'
    ).split(' ')
);
/** Declarations that may have metadata prefixes (SysML 8.2.2.6.2, 8.2.2.5.1). */
const PREFIXABLE = new Set([
    'Usage',
    'Definition',
    'Package',
    'ConnectorUsage',
    'FlowUsage',
    'SatisfyRequirementUsage',
    'AcceptActionUsage',
    'SendActionUsage'
]);
const STATE_ACTIONS = new Set(['entry', 'do', 'exit']);

export function addMetadataPrefix(draft: Draft, index: number, { target: id, metadataType }: AddMetadataPrefix): void {
    const target = targetOf(draft, id);
    const { membership, kind, $containerProperty } = target;
    if (draft.language !== 'sysml') {
        throw new EditRefusal('ILLEGAL_KIND', 'a metadata prefix is SysML, and the document is KerML');
    }
    checkQualifiedName(metadataType, 'sysml', 'metadataType');
    if (
        !PREFIXABLE.has(target.$type) ||
        $containerProperty !== 'members' ||
        STATE_ACTIONS.has(membership ?? '') ||
        (kind === undefined && target.reference !== undefined)
    ) {
        throw new EditRefusal('ILLEGAL_KIND', `${labelOf(target)} has no place for a metadata prefix`);
    }
    draft.change({ index, target: id }, target, prefixSplice(draft.layoutOf(target).text, target, metadataType.trim()), {
        check: newMetadata(id, metadataType)
    });
}

/** Inserts ` #M` after the last prefix, or `#M ` before the kind if there is none. */
function prefixSplice(text: string, target: AstNode, type: string): { offset: number; end: number; text: string } {
    const { prefixes = [] } = target;
    if (prefixes.length > 0) {
        const { end } = spanOf(prefixes[prefixes.length - 1]);
        return { offset: end, end, text: ` #${type}` };
    }
    const { offset, end } = spanOf(target);
    let depth = 0;
    for (const token of tokensFrom(text, offset, end)) {
        depth += token.text === '[' ? 1 : token.text === ']' ? -1 : 0;
        if (depth === 0 && token.text !== ']' && !BEFORE_PREFIXES.has(token.text)) {
            return { offset: token.offset, end: token.offset, text: `#${type} ` };
        }
    }
    return { offset, end: offset, text: `#${type} ` };
}

/** Checks, on the model after the batch, that the type is a metadata definition and that the declaration has no second annotation of it. */
function newMetadata(id: string, type: string): LateCheck {
    return (_model, document, offset) => {
        const target = declarationAround(document.root, offset);
        const definition = target === undefined ? undefined : resolveIn(owningNamespaceOf(target)!, type);
        if (target === undefined) {
            return;
        }
        if (definition === undefined || !(isMetaclass(definition, 'MetadataDefinition') || isMetaclass(definition, 'Metaclass'))) {
            throw new EditRefusal(
                'INVALID_VALUE',
                `'${type}' ${definition === undefined ? 'could not be resolved' : 'is no metadata definition'} for '${id}'`
            );
        }
        const same = (target.prefixes ?? []).filter(prefix => memberElement(resolve(prefix)) === definition);
        if (same.length > 1) {
            throw new EditRefusal('INVALID_VALUE', `'${id}' has the metadata '${type}' already`);
        }
    };
}

/** The innermost member of a body around an offset, which may start with metadata prefixes. */
function declarationAround(root: AstNode, offset: number): AstNode | undefined {
    const exact = memberAt(root, offset);
    if (exact !== undefined) {
        return exact;
    }
    let found: AstNode | undefined;
    for (let node: AstNode | undefined = root; node !== undefined;) {
        const members: readonly AstNode[] = node.members ?? [];
        node = members.find(m => spanOf(m).offset <= offset && offset < spanOf(m).end);
        found = node ?? found;
    }
    return found;
}
