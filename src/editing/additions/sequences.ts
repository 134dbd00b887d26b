/** addSequence: adds successions, declared nodes and statements to the body of an action (contract: edits-and-diagnostics 1.7). */
import type { AstNode } from '../../language/generated/tree.js';
import { lookupLocal } from '../../language/semantics/lookup.js';
import { resolve } from '../../language/semantics/names.js';
import { ownedMembersNamed } from '../../language/semantics/owned-members.js';
import { type NameNode, owningNamespaceOf, segmentsOf, unquoted } from '../../language/semantics/structure.js';
import { spanOf, type SyntaxLanguage, visitAll } from '../../language/syntax/index.js';
import { bodyKindOf, isActionNode, isBehaviorUsage } from '../../language/validation/bodies.js';
import { type Draft, labelOf } from '../draft.js';
import type { LateCheck } from '../gathered.js';
import type { AddSequence } from '../operations.js';
import { EditRefusal } from '../outcome.js';
import { placeAfter } from '../text/layout.js';
import { checkExpression, checkMultiplicity, checkName, checkReference } from '../text/notation.js';
import { addAtEnd, flushedOwner } from './owners.js';

export function addSequence(draft: Draft, index: number, operation: AddSequence): void {
    const { owner: id, after } = operation;
    if (draft.language !== 'sysml') {
        throw new EditRefusal('ILLEGAL_KIND', 'a sequence item is SysML, and the document is KerML');
    }
    const owner = flushedOwner(draft, id);
    if (bodyKindOf(owner) !== 'action') {
        throw new EditRefusal('ILLEGAL_KIND', `a sequence item is not allowed in ${labelOf(owner)}: it is no action`);
    }
    const anchor = after === '' ? undefined : anchorOf(owner, after);
    const lines = new ItemWriter(draft.language, draft.layout.unit).lines(operation, 0);
    checkSource(owner, anchor, operation);
    if (operation.memberName !== '') {
        draft.takeName(owner, operation.memberName);
    }
    const note = { isPlaced: true, check: refersToNodes(operation) };
    if (anchor === undefined) {
        addAtEnd(draft, { index, target: id }, owner, lines, note);
    } else {
        draft.add({ index, target: id }, owner, placeAfter(draft.layoutOf(anchor), anchor, lines), note);
    }
}

function anchorOf(owner: AstNode, name: string): AstNode {
    const found = ownedMembersNamed(owner, unquoted(name)).filter(m => m.$container === owner && m.$containerProperty === 'members');
    if (found.length !== 1) {
        throw new EditRefusal(
            found.length === 0 ? 'UNKNOWN_TARGET' : 'AMBIGUOUS_TARGET',
            found.length === 0
                ? `${labelOf(owner)} has no member '${name}' to follow`
                : `'${name}' is the name of several members of ${labelOf(owner)}`
        );
    }
    return found[0];
}

/** Whether a member can be the source of a succession. */
function canBeLeft(member: AstNode): boolean {
    return member.$type === 'InitialNode' || (member.membership === undefined && (isBehaviorUsage(member) || isActionNode(member)));
}

const NEEDS_SOURCE = new Set(['then', 'if', 'else']);

function checkSource(owner: AstNode, anchor: AstNode | undefined, { keyword }: AddSequence): void {
    if (!NEEDS_SOURCE.has(keyword)) {
        return;
    }
    const { members = [] } = owner;
    if (anchor === undefined ? !members.some(canBeLeft) : !canBeLeft(anchor)) {
        const where = anchor === undefined ? `no member of ${labelOf(owner)}` : `not '${anchor.name}'`;
        throw new EditRefusal('ILLEGAL_KIND', `'${keyword}' needs a step to start from, and ${where} is one`);
    }
}

// --- Forms of items ---------------------------------------------------------------------------------------------------------

type Field = Exclude<keyof AddSequence, 'owner' | 'keyword' | 'memberKind' | 'after'>;
const FIELDS: readonly Field[] = [
    'ref',
    'memberName',
    'type',
    'condition',
    'value',
    'target',
    'via',
    'until',
    'body',
    'elseBody',
    'multiplicity',
    'parameter'
];

/** The required and optional fields of one form of item. */
interface Form {
    readonly required: readonly Field[];
    readonly optional: readonly Field[];
}

const form = (required: readonly Field[], optional: readonly Field[] = []): Form => ({ required, optional });

/** Items that refer to a node, by keyword. */
const REFERRING: Readonly<Record<string, Form>> = {
    first: form(['ref']),
    then: form(['ref'], ['multiplicity']),
    if: form(['ref', 'condition']),
    else: form(['ref'])
};

/** Items that declare a node, by kind. */
const DECLARED: Readonly<Record<string, Form>> = {
    action: form([], ['memberName', 'type']),
    'perform action': form([], ['memberName', 'type']),
    state: form([], ['memberName', 'type']),
    merge: form([], ['memberName']),
    decide: form([], ['memberName']),
    join: form([], ['memberName']),
    fork: form([], ['memberName'])
};

/** Statements, by kind. */
const STATEMENTS: Readonly<Record<string, Form>> = {
    accept: form(['parameter'], ['type', 'via']),
    send: form(['value'], ['via', 'target']),
    assign: form(['target', 'value']),
    if: form(['condition'], ['body', 'elseBody']),
    while: form(['condition'], ['body', 'until']),
    loop: form([], ['body', 'until']),
    for: form(['parameter', 'value'], ['type', 'body']),
    terminate: form([], ['value'])
};

function formOf({ keyword, memberKind }: AddSequence): { readonly form: Form; readonly what: string } {
    if (memberKind === '') {
        const found = Object.hasOwn(REFERRING, keyword) ? REFERRING[keyword] : undefined;
        if (found === undefined) {
            throw new EditRefusal(
                'ILLEGAL_KIND',
                keyword === '' ? 'a sequence item has neither a keyword nor a kind' : `'${keyword}' is no keyword of a sequence item`
            );
        }
        return { form: found, what: keyword };
    }
    const found = Object.hasOwn(DECLARED, memberKind)
        ? DECLARED[memberKind]
        : Object.hasOwn(STATEMENTS, memberKind)
          ? STATEMENTS[memberKind]
          : undefined;
    if (found === undefined || (keyword !== '' && keyword !== 'then')) {
        throw new EditRefusal(
            'ILLEGAL_KIND',
            found === undefined
                ? `'${memberKind}' is no kind of sequence item`
                : `'${keyword}' does not declare a member: '${memberKind}' is written alone or after 'then'`
        );
    }
    return { form: keyword === 'then' ? form(found.required, [...found.optional, 'multiplicity']) : found, what: memberKind };
}

const MAX_NESTING = 128;

/** Checks sequence items and writes their notation. */
class ItemWriter {
    constructor(
        private readonly language: SyntaxLanguage,
        private readonly unit: string
    ) {}

    /** The lines of an item, without indentation. @throws EditRefusal */
    lines(item: AddSequence, depth: number): string[] {
        if (depth > MAX_NESTING) {
            throw new EditRefusal('ILLEGAL_KIND', `sequence items are nested deeper than ${MAX_NESTING}`);
        }
        const { form, what } = formOf(item);
        for (const field of FIELDS) {
            if (item[field].length > 0 && !form.required.includes(field) && !form.optional.includes(field)) {
                throw new EditRefusal('ILLEGAL_KIND', `'${what}' takes no ${field}`);
            }
        }
        this.checkTexts(item, form, what);
        if (item.memberKind === '') {
            return [this.referring(item)];
        }
        const then = item.keyword === 'then' ? (item.multiplicity === '' ? 'then ' : `then ${item.multiplicity} `) : '';
        const [first, ...rest] = Object.hasOwn(DECLARED, item.memberKind) ? [declared(item)] : this.statement(item, depth);
        return [then + first, ...rest];
    }

    private checkTexts(item: AddSequence, { required }: Form, what: string): void {
        const { language } = this;
        for (const field of required) {
            if (item[field].length === 0) {
                const failure =
                    field === 'ref' || field === 'parameter' || (field === 'target' && what === 'assign')
                        ? 'INVALID_NAME'
                        : 'INVALID_VALUE';
                throw new EditRefusal(failure, `'${what}' needs a ${field}`);
            }
        }
        const given = (text: string, check: (text: string) => void): void => {
            if (text !== '') {
                check(text);
            }
        };
        given(item.ref, text => checkReference(text, language, 'ref'));
        given(item.memberName, text => checkName(text, language, 'memberName'));
        given(item.parameter, text => checkName(text, language, 'parameter'));
        given(item.type, text => checkReference(text, language, 'type'));
        given(item.multiplicity, text => checkMultiplicity(text, language));
        for (const field of ['condition', 'value', 'via', 'until'] as const) {
            given(item[field], text => checkExpression(text, language, field));
        }
        given(item.target, text =>
            what === 'assign' ? checkReference(text, language, 'target') : checkExpression(text, language, 'target')
        );
    }

    private referring({ keyword, ref, condition, multiplicity }: AddSequence): string {
        switch (keyword) {
            case 'if':
                return `if ${condition} then ${ref};`;
            case 'then':
                return `${multiplicity === '' ? '' : `${multiplicity} `}then ${ref};`;
            default:
                return `${keyword} ${ref};`;
        }
    }

    private statement(item: AddSequence, depth: number): string[] {
        const { memberKind, parameter, type, via, value, target, condition, until } = item;
        const through = via === '' ? '' : ` via ${via}`;
        const typed = type === '' ? '' : ` : ${type}`;
        switch (memberKind) {
            case 'accept':
                return [`accept ${parameter}${typed}${through};`];
            case 'send':
                return [`send ${value}${through}${target === '' ? '' : ` to ${target}`};`];
            case 'assign':
                return [`assign ${target} := ${value};`];
            case 'terminate':
                return [`terminate${value === '' ? '' : ` ${value}`};`];
            case 'if':
                return this.conditional(item, depth);
            case 'for':
                return this.block(`for ${parameter}${typed} in ${value}`, item.body, depth);
            default: {
                const lines = this.block(memberKind === 'while' ? `while ${condition}` : 'loop', item.body, depth);
                lines[lines.length - 1] += until === '' ? '' : ` until ${until};`;
                return lines;
            }
        }
    }

    private conditional({ condition, body, elseBody }: AddSequence, depth: number): string[] {
        const lines = this.block(`if ${condition}`, body, depth);
        if (elseBody.length === 0) {
            return lines;
        }
        const [first, ...rest] = this.block('else', elseBody, depth);
        return [...lines.slice(0, -1), `${lines[lines.length - 1]} ${first}`, ...rest];
    }

    /** A head with a block that contains `items`, one nesting level deeper. */
    private block(head: string, items: readonly AddSequence[], depth: number): string[] {
        if (items.length === 0) {
            return [`${head} { }`];
        }
        const names = new Set<string>();
        let hasSource = false;
        const lines = items.flatMap(item => {
            if (item.owner !== '' || item.after !== '') {
                throw new EditRefusal('ILLEGAL_KIND', 'a nested sequence item takes neither owner nor after');
            }
            if (NEEDS_SOURCE.has(item.keyword) && !hasSource) {
                throw new EditRefusal('ILLEGAL_KIND', `'${item.keyword}' in a nested body needs an item before it to start from`);
            }
            hasSource ||= item.memberKind !== '' || item.keyword === 'first';
            const written = this.lines(item, depth + 1);
            const name = unquoted(item.memberName);
            if (name !== '' && names.has(name)) {
                throw new EditRefusal('MEMBER_NAME_TAKEN', `'${name}' is declared twice in one body`);
            }
            names.add(name);
            return written;
        });
        return [`${head} {`, ...lines.map(line => this.unit + line), '}'];
    }
}

function declared({ memberKind, memberName, type }: AddSequence): string {
    return `${memberKind}${memberName === '' ? '' : ` ${memberName}`}${type === '' ? '' : ` : ${type}`};`;
}

// --- References to nodes ----------------------------------------------------------------------------------------------------

/** Checks, on the model after the batch, that each reference to a node resolves to a node of the enclosing body. */
function refersToNodes(item: AddSequence): LateCheck | undefined {
    if (!mentionsNode(item)) {
        return undefined;
    }
    return (_model, document, offset) => {
        const member = memberAt(document.root, offset);
        if (member === undefined) {
            return;
        }
        visitAll(member, node => {
            const name = nodeReference(node);
            const first = name === undefined ? undefined : segmentsOf(name.text)[0].name;
            if (name !== undefined && first !== '$' && (resolve(name) === undefined || !isOfBody(node, first!))) {
                throw new EditRefusal('UNKNOWN_TARGET', `'${name.text}' reaches no step of ${labelOf(owningNamespaceOf(member)!)}`);
            }
        });
    };
}

function mentionsNode({ ref, body, elseBody }: AddSequence): boolean {
    return ref !== '' || body.some(mentionsNode) || elseBody.some(mentionsNode);
}

/** The reference of a succession to its node. */
function nodeReference(node: AstNode): NameNode | undefined {
    switch (node.$type) {
        case 'InitialNode':
            return node;
        case 'TargetSuccession':
            return node.target;
        case 'TransitionUsage':
            return node.target;
        default:
            return undefined;
    }
}

/** Whether a name belongs to a member of the body that contains the succession, or of an enclosing body of the same action. */
function isOfBody(succession: AstNode, name: string): boolean {
    for (let body = owningNamespaceOf(succession); body !== undefined && bodyKindOf(body) === 'action'; body = owningNamespaceOf(body)) {
        if (lookupLocal(body, name) !== undefined) {
            return true;
        }
        if (body.$containerProperty === 'members' && body.$type === 'Usage') {
            return false;
        }
    }
    return false;
}

/** The member of a body that starts at an offset. */
export function memberAt(root: AstNode, offset: number): AstNode | undefined {
    let node: AstNode | undefined = root;
    while (node !== undefined) {
        const members: readonly AstNode[] = node.members ?? [];
        const inside: AstNode | undefined = members.find(m => spanOf(m).offset <= offset && offset < spanOf(m).end);
        if (inside !== undefined && spanOf(inside).offset === offset) {
            return inside;
        }
        node = inside;
    }
    return undefined;
}
