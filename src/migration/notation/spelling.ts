/** Names as notation writes them: quotes, and the shortest that resolves from a place (contract: migration 4.2, 4.3). */
import { quoted } from '../../language/semantics/structure.js';
import { isReservedWord } from '../../language/syntax/index.js';
import type { Declaration } from './declaration.js';

/** Reserved words are spelled so; looking one up costs more than this test. */
const MAY_BE_RESERVED = /^[a-z]+$/;

/** A name with quotes where it needs them. */
export function nameText(name: string): string {
    return MAY_BE_RESERVED.test(name) && isReservedWord(name, 'sysml') ? `'${name}'` : quoted(name);
}

/** A string literal. Signs of control are blanks: the notation has no form for them. */
export function quotedString(text: string): string {
    return JSON.stringify(text).replace(/\\\\|\\u[0-9a-f]{4}|\\[bf]/g, sign => (sign === '\\\\' ? sign : ' '));
}

/** The qualified name of a declaration as written; empty for one that has no name, and below such a one. */
export function qualifiedName(declaration: Declaration): string {
    const names = [declaration.name];
    for (const owner of declaration.owners()) {
        if (owner.owner !== undefined) {
            names.unshift(owner.name);
        }
    }
    return names.includes('') ? '' : names.map(nameText).join('::');
}

/** A statement or a clause that is an action of the library: names in it are looked up among that action's members first. */
const STATEMENTS = ['assign', 'send', 'accept', 'if'] as const;
export type Statement = (typeof STATEMENTS)[number];

/** Whether the library gives a declaration or a statement a member of a name, by what it specializes implicitly. */
export type LibraryMembers = (of: Declaration | Statement, name: string) => boolean;

/** The statements that hold what follows a piece of notation. A name after `then` is looked up outside of them. */
export function statementsAfter(statements: readonly Statement[], text: string): readonly Statement[] {
    let open = statements;
    for (const [, word] of text.matchAll(/(?:^|\s)(assign|send|accept|if|then) /g)) {
        open = word === 'then' ? [] : [...open, ...STATEMENTS.filter(s => s === word)];
    }
    return open;
}

/** Spells names so that the language finds what is meant. */
export class Speller {
    constructor(private readonly libraryMembers: LibraryMembers) {}

    /**
     * The shortest name of a declaration that resolves from the body of another.
     * @param isExposed whether it is the name of an exposure of that body, which is found without what exposures make known there
     * @param statements statements of that body that hold the name
     */
    nameOf(target: Declaration, from: Declaration, isExposed = false, statements: readonly Statement[] = []): string {
        const path = pathOf(target);
        const scopes = [from, ...from.owners()];
        for (let start = path.length - 1; start >= 0; start--) {
            const first = path[start];
            const exposed = isExposed ? from.importedAs(first.name) : undefined;
            const isHidden = statements.some(statement => this.libraryMembers(statement, first.name));
            const isClear = (exposed === undefined || exposed === first) && !isHidden;
            if (isClear && this.resolvesTo(first, scopes, isExposed ? from : undefined)) {
                return this.joined(path.slice(start));
            }
        }
        return `$::${this.joined(path)}`;
    }

    /** A qualified name of the library from the body of a declaration. */
    libraryName(text: string, from: Declaration): string {
        const first = /^[^:]*/.exec(text)![0];
        const isHidden = [from, ...from.owners()].some(scope => this.finds(scope, first) !== undefined);
        return isHidden ? `$::${text}` : text;
    }

    private joined(path: readonly Declaration[]): string {
        return path.map(({ name }) => nameText(name)).join('::');
    }

    /** Whether the innermost scope that has the name has this declaration under it. @param exposing a scope whose exposures do not count */
    private resolvesTo(target: Declaration, scopes: readonly Declaration[], exposing?: Declaration): boolean {
        for (const scope of scopes) {
            const found = this.finds(scope, target.name, scope !== exposing);
            if (found !== undefined) {
                return found === target;
            }
        }
        return false;
    }

    /** A member of that name, own, inherited or imported; a text for a member outside the document, and for an ambiguous one. */
    private finds(scope: Declaration, name: string, withImports = true): Declaration | 'library' | 'several' | undefined {
        const open = [scope];
        const seen = new Set<Declaration>();
        for (let at = 0; at < open.length; at++) {
            const general = open[at];
            if (seen.has(general)) {
                continue;
            }
            seen.add(general);
            const own = general.ownMember(name);
            if (own !== undefined) {
                return own;
            }
            open.push(...(general.generalsOrNone ?? []));
        }
        return (withImports ? scope.importedAs(name) : undefined) ?? (this.libraryMembers(scope, name) ? 'library' : undefined);
    }
}

/** From the top level down to a declaration, as far as names lead. */
function pathOf(target: Declaration): Declaration[] {
    const path = [target];
    for (const owner of target.owners()) {
        if (owner.owner === undefined || owner.name === '') {
            break;
        }
        path.unshift(owner);
    }
    return path;
}
