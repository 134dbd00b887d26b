/** addMember: appends one declaration to a body (contract: edits-and-diagnostics 1.7). */
import type { AstNode } from '../../language/generated/tree.js';
import { lastSegment } from '../../language/semantics/structure.js';
import { bodyKindOf } from '../../language/validation/bodies.js';
import { type Draft, labelOf } from '../draft.js';
import type { AddMember } from '../operations.js';
import { EditRefusal } from '../outcome.js';
import { commentLines, prefixed } from '../text/comments.js';
import { checkExpression, checkName, checkQualifiedName, checkReference } from '../text/notation.js';
import { addAtEnd, openOwner } from './owners.js';
import { unrestrictedName } from '../../runtime/values/index.js';
import { type Field, type MemberKind, memberKind } from './member-kinds.js';

export function addMember(draft: Draft, index: number, operation: AddMember): void {
    const owner = openOwner(draft, operation.owner, true);
    const words = operation.kind.trim().replace(/\s+/g, ' ');
    const kind = memberKind(words, draft.language);
    if (typeof kind === 'string') {
        throw new EditRefusal('ILLEGAL_KIND', `'${operation.kind}' cannot be added as a member: ${kind}`);
    }
    checkFields(words, kind, operation);
    checkPlace(draft, owner, words, kind);
    checkTexts(draft, words, kind, operation);
    takeNames(draft, owner, kind, operation.name);
    addAtEnd(draft, { index, target: operation.owner }, owner, memberLines(draft, words, kind, operation), { isPlaced: true });
}

/** The fields that the operation sets. */
function given(operation: AddMember): Field[] {
    const fields: readonly Field[] = [
        'type',
        'multiplicity',
        'value',
        'specializes',
        'isAbstract',
        'redefines',
        'isDefault',
        'direction',
        'doc',
        'bodyExpression',
        'metadataPrefixes'
    ];
    return fields.filter(field => {
        const value = operation[field];
        return typeof value === 'boolean' ? value : value.length > 0;
    });
}

const REQUIREMENT_LIKE = /^(requirement|concern|viewpoint|objective|satisfy)\b/;

function checkFields(words: string, { carries }: MemberKind, operation: AddMember): void {
    for (const field of given(operation)) {
        if (!carries.has(field)) {
            const advice =
                field === 'bodyExpression' && REQUIREMENT_LIKE.test(words) ? ': use a require constraint (addRequirementConstraint)' : '';
            throw new EditRefusal('ILLEGAL_KIND', `'${words === '' ? 'a parameter without a kind' : words}' takes no ${field}${advice}`);
        }
    }
    if (operation.isDefault && operation.value === '') {
        throw new EditRefusal('INVALID_VALUE', `'${operation.name}' has isDefault and no value`);
    }
    if (operation.direction !== '' && !['in', 'out', 'inout'].includes(operation.direction)) {
        throw new EditRefusal('INVALID_VALUE', `'${operation.direction}' is no direction: it is in, out or inout`);
    }
    if (words === '' && operation.direction === '') {
        throw new EditRefusal('ILLEGAL_KIND', `'${operation.name}' has neither a kind nor a direction`);
    }
}

function checkPlace(draft: Draft, owner: AstNode, words: string, { bodies, single }: MemberKind): void {
    if (bodies?.includes(bodyKindOf(owner)) === false) {
        throw new EditRefusal('ILLEGAL_KIND', `'${words}' is not allowed in ${labelOf(owner)}`);
    }
    if (single !== undefined) {
        if (owner.members?.some(m => m.membership === single.membership) || !draft.addName(owner, ` ${single.membership}`)) {
            throw new EditRefusal('ILLEGAL_KIND', `${labelOf(owner)} has one '${words}' at most, and has it already`);
        }
    }
}

function checkTexts(draft: Draft, words: string, { naming }: MemberKind, operation: AddMember): void {
    const { language } = draft;
    const { name, redefines } = operation;
    if (naming === 'reference' || naming === 'anonymous reference') {
        checkReference(name, language, `what '${words}' refers to`);
    } else if (name !== '') {
        checkName(name, language, 'name');
    } else if (redefines.length === 0 && !mayBeUnnamed(words, naming, operation)) {
        throw new EditRefusal('INVALID_NAME', `a member of kind '${words}' needs a name`);
    }
    redefines.forEach(text => checkReference(text, language, 'a redefinition'));
    operation.metadataPrefixes.forEach(text => checkQualifiedName(text, language, 'a metadata prefix'));
    if (operation.value !== '') {
        checkExpression(operation.value, language, 'value');
    }
    if (operation.bodyExpression !== '') {
        checkExpression(operation.bodyExpression, language, 'bodyExpression');
    }
}

function mayBeUnnamed(words: string, naming: MemberKind['naming'], { type, multiplicity, bodyExpression }: AddMember): boolean {
    if (naming !== 'optional') {
        return false;
    }
    switch (words) {
        case 'return':
            return type !== '' || multiplicity !== '';
        case 'objective':
            return true;
        default:
            return type !== '' || bodyExpression !== '';
    }
}

function takeNames(draft: Draft, owner: AstNode, { naming }: MemberKind, name: string): void {
    if (name !== '' && naming !== 'anonymous reference') {
        draft.takeName(owner, naming === 'reference' ? unrestrictedName(lastSegment(name)) : name);
    }
}

/** The lines of the declaration, without indentation. */
function memberLines(draft: Draft, words: string, kind: MemberKind, operation: AddMember): string[] {
    const { direction, isAbstract, isDefault, value, bodyExpression, doc } = operation;
    const assigned = value === '' ? '' : `${isDefault ? 'default ' : ''}= ${value}`;
    const head = [direction, isAbstract ? 'abstract' : '', keywords(words, kind, operation), ...declared(kind, operation), assigned]
        .filter(part => part !== '')
        .join(' ');
    const expression = bodyExpression === '' ? [] : dedented(bodyExpression);
    if (doc === '') {
        return withExpression(head, expression, draft.layout.unit);
    }
    const inside = [...prefixed('doc', commentLines(doc)), ...expression];
    return [`${head} {`, ...inside.map(line => draft.layout.unit + line), '}'];
}

/** The keywords of the kind with the metadata prefixes in their place. */
function keywords(words: string, { wordsBeforePrefixes = 0 }: MemberKind, { metadataPrefixes }: AddMember): string {
    const all = words === '' ? [] : words.split(' ');
    return [
        ...all.slice(0, wordsBeforePrefixes),
        ...metadataPrefixes.map(name => `#${name.trim()}`),
        ...all.slice(wordsBeforePrefixes)
    ].join(' ');
}

/** Name, relationships and multiplicity, in the order of the language. */
function declared({ multiplicityFirst }: MemberKind, { name, type, specializes, redefines, multiplicity }: AddMember): string[] {
    const relationships = [
        specializes.length > 0 ? `specializes ${specializes.join(', ')}` : '',
        type === '' ? '' : `: ${type}`,
        redefines.length > 0 ? `:>> ${redefines.join(', ')}` : ''
    ];
    return multiplicityFirst === true ? [name, multiplicity, ...relationships] : [name, ...relationships, multiplicity];
}

/** A declaration with its body expression: on one line, or with the expression on separate lines. */
function withExpression(head: string, expression: readonly string[], unit: string): string[] {
    if (expression.length === 0) {
        return [`${head};`];
    }
    return expression.length === 1 ? [`${head} { ${expression[0]} }`] : [`${head} {`, ...expression.map(line => unit + line), '}'];
}

/** The lines of an expression without their common indentation. */
export function dedented(text: string): string[] {
    const lines = text.trim().split(/\r?\n/);
    const rest = lines.slice(1).filter(line => line.trim() !== '');
    const common = Math.min(...rest.map(line => /^\s*/.exec(line)![0].length));
    return lines.map((line, i) => (i === 0 || line.trim() === '' ? line.trim() : line.slice(common).trimEnd()));
}
