/**
 * Spells names in notation: with quotes where necessary, and as the shortest name that resolves in a given place (contract: migration 4.2,
 * 4.3).
 */
import { isReservedWord } from '../../language/syntax/index.js';
import { quoted } from '../../runtime/values/index.js';
import type { Declaration } from './declaration.js';

/** Pattern that all reserved words match. The test avoids most of the slower look-ups. */
const MAY_BE_RESERVED = /^[a-z]+$/;

/** Returns a name, in quotes if necessary. */
export function nameText(name: string): string {
    return MAY_BE_RESERVED.test(name) && isReservedWord(name, 'sysml') ? `'${name}'` : quoted(name);
}

/** Returns a string literal. Replaces control characters by blanks, because the notation cannot express them. */
export function quotedString(text: string): string {
    return JSON.stringify(text).replace(/\\\\|\\u[0-9a-f]{4}|\\[bf]/g, sign => (sign === '\\\\' ? sign : ' '));
}

/** Returns the qualified name of a declaration; empty if it or one of its owners has no name. */
export function qualifiedName(declaration: Declaration): string {
    const names = [declaration.name];
    for (const owner of declaration.owners()) {
        if (owner.owner !== undefined) {
            names.unshift(owner.name);
        }
    }
    return names.includes('') ? '' : names.map(nameText).join('::');
}

/** Statements and clauses that are library actions. Names in them are resolved among the members of that action first. */
const STATEMENTS = ['assign', 'send', 'accept', 'if'] as const;
export type Statement = (typeof STATEMENTS)[number];

/** Returns whether a declaration or a statement inherits a member with a name from its implicit library base. */
export type LibraryMembers = (of: Declaration | Statement, name: string) => boolean;

/** Returns the statements that contain the text after a piece of notation. A name after `then` is resolved outside of them. */
export function statementsAfter(statements: readonly Statement[], text: string): readonly Statement[] {
    let open = statements;
    for (const [, word] of text.matchAll(/(?:^|\s)(assign|send|accept|if|then) /g)) {
        open = word === 'then' ? [] : [...open, ...STATEMENTS.filter(s => s === word)];
    }
    return open;
}

/** Bodies that import all names of `DocumentQueries`. */
export interface QueryImports {
    readonly bodies: ReadonlySet<Declaration>;
    /** whether the package has a member of a name */
    has(name: string): boolean;
}

/** Spells names that resolve to their targets. */
export class Speller {
    constructor(
        private readonly libraryMembers: LibraryMembers,
        private readonly queries: QueryImports
    ) {}

    /**
     * Returns the shortest name of a declaration that resolves in the body of another.
     * @param isExposed whether the name is in an `expose` of that body, where names imported by exposures of the body are not visible
     * @param statements statements of that body that contain the name
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

    /** Returns a qualified library name for use in the body of a declaration. */
    libraryName(text: string, from: Declaration): string {
        const scopes = [from, ...from.owners()];
        const [first, name = ''] = text.split('::');
        if (first === 'DocumentQueries' && this.queries.has(name)) {
            const importing = scopes.findIndex(scope => this.queries.bodies.has(scope));
            const isClear = scopes.slice(0, importing + 1).every(scope => this.finds(scope, name) === undefined);
            if (importing >= 0 && isClear) {
                return nameText(name);
            }
        }
        const isHidden = scopes.some(scope => this.finds(scope, first) !== undefined);
        return isHidden ? `$::${text}` : text;
    }

    private joined(path: readonly Declaration[]): string {
        return path.map(({ name }) => nameText(name)).join('::');
    }

    /**
     * Whether a name resolves to this declaration in the innermost scope that has the name. @param exposing a scope whose exposures are
     * ignored
     */
    private resolvesTo(target: Declaration, scopes: readonly Declaration[], exposing?: Declaration): boolean {
        for (const scope of scopes) {
            const found = this.finds(scope, target.name, scope !== exposing);
            if (found !== undefined) {
                return found === target;
            }
            if (this.queries.bodies.has(scope) && this.queries.has(target.name)) {
                return false;
            }
        }
        return false;
    }

    /**
     * Returns the own, inherited or imported member with a name; `library` for an inherited library member, `several` for an ambiguous
     * name.
     */
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

/** Returns the path to a declaration from the top level, or from below its nearest unnamed owner. */
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
