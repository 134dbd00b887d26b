/**
 * Completion, also in text with syntax errors: members after `::` and `.`, names in scope, and the words that the notation admits.
 */
import type { AstNode } from '../language/generated/tree.js';
import { type CompletionItem, CompletionItemKind, MarkupKind, type Position } from 'vscode-languageserver';
import { importTarget, memberElement, resolveIn } from '../language/semantics/names.js';
import { importsOf, lookupNameOf, visibilityOf } from '../language/semantics/owned-members.js';
import { supertypesOf, typesOf } from '../language/semantics/specialization.js';
import {
    importedName,
    isFeature,
    isImport,
    isPackage,
    isType,
    ownedMembersOf,
    owningNamespaceOf
} from '../language/semantics/structure.js';
import { qualifiedNameOf } from '../language/semantics/naming.js';
import { documentOf } from '../language/semantics/text.js';
import { admittedAt, type OpenPlace, openPlace } from '../language/syntax/continuations.js';
import { ACTION_BODIES, type BodyKind, bodyKindOf } from '../language/validation/bodies.js';
import { ADMITTED } from '../language/validation/notation/members.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { callAt, invokedBy, parametersOf } from './calls.js';
import { completionKind, documentationOf, kindWords, shownName, typeText } from './elements.js';
import { elementAmong } from './ids.js';
import type { EditorModels } from './models.js';
import { quoted } from '../runtime/values/index.js';
import { offsetOf } from './places.js';
import { scopeAt } from './scope-at.js';
import { elementOfPayload, type UnfinishedPayload, unfinishedPayload } from './unfinished-payload.js';
import { ANY, REDEFINED, redefinedIn, type Role, roleAt } from './completion-roles.js';

/** A qualifier before the cursor (`A::B::`), and the typed part of the name after it. */
const BEFORE = /((?:(?:[A-Za-z_]\w*|'(?:\\.|[^'\\])*')\s*(?:\[[^\]]*\]\s*)?(?:::|\.)\s*)*)([A-Za-z_]\w*)?$/;
/** Maximum number of names in an answer; clients request completion again when more is typed. */
const MOST_OFFERED = 1500;

export interface Completion {
    readonly isIncomplete: boolean;
    readonly items: CompletionItem[];
}

export function completion(model: Model, document: Document, position: Position): Completion {
    const offset = offsetOf(document, position);
    const lineStart = document.text.lastIndexOf('\n', offset - 1) + 1;
    const [, qualifier = '', typed = ''] = BEFORE.exec(document.text.slice(lineStart, offset)) ?? [];
    if (isInNote(document.text, lineStart, offset)) {
        return { isIncomplete: false, items: [] };
    }
    const start = offset - qualifier.length - typed.length;
    const place = openPlace(document.text, start, document.language);
    const scope = scopeAt(document, place, start);
    const items =
        qualifier === '' ? inScope(model, document, { scope, place, typed, start }) : afterQualifier(scope, qualifier, place, typed);
    const fitting = items.sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1));
    return { isIncomplete: fitting.length > MOST_OFFERED, items: fitting.slice(0, MOST_OFFERED) };
}

/** Adds the documentation of the element to an item, which would be costly for all items. */
export function resolvedCompletion(models: EditorModels, item: CompletionItem): CompletionItem {
    const element = typeof item.data === 'string' ? elementAmong(models, item.data) : undefined;
    const documentation = element === undefined ? '' : documentationOf(element);
    return documentation === '' ? item : { ...item, documentation: { kind: MarkupKind.Markdown, value: documentation } };
}

/**
 * Whether a name matches the typed text: it contains the typed letters in their order, and the name or a word in it begins with the first
 * of them.
 */
function isTyped(label: string, typed: string): boolean {
    if (typed === '' || label.startsWith(typed)) {
        return true;
    }
    let at = -1;
    for (const letter of typed) {
        at = label.indexOf(letter, at + 1);
        if (at < 0) {
            return false;
        }
    }
    return label.startsWith(typed[0]);
}

/** Whether an offset is in a comment, note or string. */
function isInNote(text: string, lineStart: number, offset: number): boolean {
    const line = text.slice(lineStart, offset).replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*.*?\*\//g, '');
    const opened = text.lastIndexOf('/*', offset - 1);
    return (
        /\/\/|"/.test(line) || (opened >= 0 && text.lastIndexOf('*/', offset - 1) < opened && !/\/\/[^\n]*$/.test(text.slice(0, opened)))
    );
}

// --- Names ------------------------------------------------------------------------------------------------------------

/** Collects the offered names. Members are added from the nearest scope outwards, so that the first one with a name is kept. */
class Offer {
    private readonly found = new Map<string, CompletionItem>();

    /**
     * @param near the enclosing namespaces, the innermost first, or the one that qualifies the name
     * @param typed the typed part of the name in lower case: names that do not match it are skipped early
     */
    constructor(
        private readonly role: Role,
        private readonly near: ReadonlySet<AstNode>,
        private readonly typed: string
    ) {}

    /** Whether a name matches the typed text and is not offered yet. */
    isNew(name: string): boolean {
        return !this.found.has(name) && isTyped(name.toLowerCase(), this.typed);
    }

    /**
     * Ranks likely targets first. Among these, members of enclosing namespaces come first, then inherited members, keywords, and the
     * library last.
     */
    private rankOf(member: AstNode, element: AstNode): string {
        const { role, near } = this;
        const owner = owningNamespaceOf(member);
        const isInherited = owner !== undefined && isType(owner) && !isPackage(owner) && !near.has(owner);
        const [innermost] = near;
        const ofModel = isInherited ? (role.prefersInherited ? 0 : 3) : owner === innermost ? 1 : 2;
        return `${role.isMeant(element) ? 1 : 2}${documentOf(element).isLibrary ? 4 : ofModel}`;
    }

    add(member: AstNode): void {
        const isOffered = (name: string | undefined): name is string => name !== undefined && name !== '' && this.isNew(name);
        const names = [lookupNameOf(member) ?? shownName(member), member.shortName].filter(isOffered);
        const element = names.length === 0 ? undefined : (memberElement(member) ?? member);
        if (element === undefined || !this.role.fits(element)) {
            return;
        }
        for (const name of names) {
            this.found.set(name, {
                label: name,
                insertText: quoted(name),
                kind: completionKind(element),
                detail: `${kindWords(element)} ${typeText(element)}`.trim(),
                sortText: `${this.rankOf(member, element)}${name}`,
                data: qualifiedNameOf(element)
            });
        }
    }

    word(label: string): void {
        if (this.isNew(label)) {
            this.found.set(label, { label, kind: CompletionItemKind.Keyword, sortText: `13~${label}` });
        }
    }

    package(name: string): void {
        if (this.isNew(name)) {
            this.found.set(name, {
                label: name,
                insertText: quoted(name),
                kind: CompletionItemKind.Module,
                detail: 'library package',
                sortText: `${this.role.meansPackages === true ? '14' : '5'}${name}`,
                data: name
            });
        }
    }

    /** Offers a named argument: before all names for a construction (`new`), after the names of the model for an invocation. */
    argument(name: string, { text, isConstruction }: { text: string; isConstruction: boolean }): void {
        const label = `${name} =`;
        if (this.isNew(label)) {
            const sortText = `${isConstruction ? '10' : '13'}${name}`;
            this.found.set(label, { label, insertText: `${quoted(name)} = `, kind: CompletionItemKind.Property, detail: text, sortText });
        }
    }

    payload({ name, type }: UnfinishedPayload): void {
        if (this.isNew(name)) {
            this.found.set(name, { label: name, kind: CompletionItemKind.Variable, detail: `: ${type}`, sortText: `10${name}` });
        }
    }

    get items(): CompletionItem[] {
        return [...this.found.values()];
    }
}

/** The names after a qualifier: members of a namespace, or features of the last element of a chain. */
function afterQualifier(scope: AstNode, qualifier: string, place: OpenPlace, typed: string): CompletionItem[] {
    const name = qualifier.replace(/\[[^\]]*\]/g, '').replace(/\s+/g, '');
    const isChain = name.endsWith('.');
    const path = name.replace(/(::|\.)$/, '');
    const payload = isChain ? unfinishedPayload(place.member) : undefined;
    const start = memberElement(resolveIn(scope, path)) ?? (payload && elementOfPayload(scope, path, payload));
    const offer = new Offer(
        isChain ? ANY : roleAt(place),
        new Set(start === undefined ? [] : [start, ...typesOfFeature(start)]),
        typed.toLowerCase()
    );
    if (start !== undefined) {
        const from = isChain && isFeature(start) ? [start, ...typesOf(start)] : [start];
        from.forEach(each =>
            membersOf(each, true, member => (!isChain || isFeature(memberElement(member) ?? member)) && offer.add(member))
        );
    }
    return offer.items;
}

/** The place of a name without a qualifier. */
interface NamePlace {
    readonly scope: AstNode;
    readonly place: OpenPlace;
    /** the typed part of the name */
    readonly typed: string;
    /** offset of the name */
    readonly start: number;
}

/** The completions without a qualifier: keywords, names of enclosing namespaces, arguments, library packages. */
function inScope(model: Model, document: Document, { scope, place, typed, start }: NamePlace): CompletionItem[] {
    const { words, isName } = admittedAt(place, document.language);
    const general = roleAt(place);
    const role = general === REDEFINED ? redefinedIn(scope, place, start) : general;
    const offer = new Offer(role, new Set(enclosingNamespaces(scope)), typed.toLowerCase());
    if (isName && !isNameOfDeclaration(place)) {
        namesInScope(
            model,
            scope,
            member => offer.add(member),
            name => offer.isNew(name)
        );
        model.library.packageNames.forEach(name => offer.package(name));
    }
    const payload = isName ? unfinishedPayload(place.member) : undefined;
    if (payload !== undefined) {
        offer.payload(payload);
    }
    const call = isName ? callAt(document.text, start) : undefined;
    if (call?.isBeginning === true) {
        for (const { name, text } of invokedBy(scope, call).flatMap(element => parametersOf(element, call).slice(call.bound))) {
            if (!call.named.has(quoted(name))) {
                offer.argument(name, { text, isConstruction: call.isConstruction });
            }
        }
    }
    const body = bodyKindOf(scope);
    for (const word of words) {
        if (place.member !== '' || document.language === 'kerml' || isAdmittedIn(word, body)) {
            offer.word(word);
        }
    }
    return offer.items;
}

/**
 * Offers the members that a namespace sees without a qualifier, the nearest first: those of enclosing namespaces and of the model's roots.
 * @param isWanted selects root names: documents without a selected name are not parsed
 */
export function namesInScope(
    model: Model,
    scope: AstNode,
    offer: (member: AstNode) => void,
    isWanted: (name: string) => boolean = () => true
): void {
    for (const outer of enclosingNamespaces(scope)) {
        membersOf(outer, false, offer);
    }
    for (const document of model.documents) {
        for (const name of document.rootNames) {
            if (isWanted(name)) {
                document.rootMembers(name).forEach(offer);
            }
        }
    }
}

function enclosingNamespaces(scope: AstNode): AstNode[] {
    const around: AstNode[] = [];
    for (let outer: AstNode | undefined = scope; outer !== undefined; outer = owningNamespaceOf(outer)) {
        around.push(outer);
    }
    return around;
}

const typesOfFeature = (start: AstNode): readonly AstNode[] => (isFeature(start) ? typesOf(start) : []);

/** Whether the cursor is after the keyword of a declaration, where the declared name follows. */
function isNameOfDeclaration({ member }: OpenPlace): boolean {
    return /\b(?:def|package|enum)$|\balias$/.test(member);
}

const ACTIONS = 'send assign while loop for merge decide if else'.split(' ');
const STEPS = 'accept terminate fork join then first'.split(' ');
/** Keywords that start a member in some bodies only, with the bodies that allow them. */
const BODIES: ReadonlyMap<string, (body: BodyKind) => boolean> = new Map<string, (body: BodyKind) => boolean>([
    ...Object.entries(ADMITTED).map(([word, bodies]) => [word, (body: BodyKind) => bodies.includes(body)] as const),
    ...ACTIONS.map(word => [word, (body: BodyKind) => ACTION_BODIES.has(body)] as const),
    ...STEPS.map(word => [word, (body: BodyKind) => ACTION_BODIES.has(body) || body === 'state'] as const),
    ['filter', body => body === 'package' || body === 'view' || body === 'viewDefinition'],
    ['expose', body => body === 'view'],
    ['variant', body => body !== 'package' && body !== 'enumeration' && body !== 'metadata'],
    ['package', body => body === 'package'],
    ['library', body => body === 'package'],
    ['standard', body => body === 'package']
]);
/** Keywords that may start a member by the grammar, but are offered only in the head of a declaration. */
const NO_BEGINNING = new Set('crosses default defined featured nonunique ordered redefines references subsets typed use'.split(' '));
const OF_ENUMERATION = new Set(['enum', 'doc', 'comment', 'private', 'protected', 'public', 'rep', 'language', 'metadata']);

/** Whether a word may begin a member of a body. */
function isAdmittedIn(word: string, body: BodyKind): boolean {
    if (body === 'enumeration') {
        return OF_ENUMERATION.has(word);
    }
    return !NO_BEGINNING.has(word) && (BODIES.get(word)?.(body) ?? true);
}

/** The payloads of the accept actions in a body and of a transition's trigger, to which names in it may refer (contract: behaviour 6.2). */
function acceptedIn(namespace: AstNode): AstNode[] {
    const accepts = [namespace.trigger, ...ownedMembersOf(namespace).filter(m => m.$type === 'AcceptActionUsage')];
    return accepts.flatMap(accept => accept?.payload ?? []);
}

/** Offers the members of a namespace: its own, inherited and imported ones. */
function membersOf(namespace: AstNode, isOutside: boolean, offer: (member: AstNode) => void, seen = new Set<AstNode>()): void {
    if (seen.has(namespace)) {
        return;
    }
    seen.add(namespace);
    const isOffered = (member: AstNode): boolean => !isOutside || visibilityOf(member) === 'public';
    ownedMembersOf(namespace)
        .filter(member => !isImport(member) && isOffered(member))
        .forEach(offer);
    if (!isOutside) {
        acceptedIn(namespace).forEach(offer);
    }
    if (isType(namespace)) {
        for (const general of supertypesOf(namespace)) {
            if (general !== namespace) {
                ownedMembersOf(general)
                    .filter(member => !isImport(member) && visibilityOf(member) !== 'private')
                    .forEach(offer);
            }
        }
    }
    for (const node of importsOf(namespace).filter(isOffered)) {
        const target = importTarget(node);
        const element = memberElement(target);
        const { isNamespaceImport, isRecursive } = importedName(node);
        if (element !== undefined && (isNamespaceImport || isRecursive)) {
            membersOf(element, true, offer, seen);
        } else if (target !== undefined) {
            offer(target);
        }
    }
}
