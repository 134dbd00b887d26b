/**
 * Parses the part of TOML that the package manager `sysand` writes in `.sysand/env.toml` and `sysand-lock.toml`: arrays of tables with
 * strings, arrays, numbers, booleans and inline tables. Depends on texts only.
 */

/** A value. Numbers and dates are strings. */
export type TomlValue = string | boolean | readonly TomlValue[] | { readonly [key: string]: TomlValue };

export class TomlError extends Error {}

/** The tables in a text's arrays of tables, by the name of the array. @throws TomlError naming the line */
export function tablesOf(text: string): ReadonlyMap<string, readonly Readonly<Record<string, TomlValue>>[]> {
    const lists = new Map<string, Record<string, TomlValue>[]>();
    const reader = new TomlReader(text);
    let table: Record<string, TomlValue> = {};
    for (reader.space(true); !reader.isAtEnd; reader.space(true)) {
        const header = reader.match(/\[\[\s*([\w.-]+)\s*\]\]|\[\s*([\w.-]+)\s*\]/y);
        if (header === undefined) {
            const [key, value] = reader.member();
            table[key] = value;
            continue;
        }
        table = {};
        const list = header.at(1);
        if (list !== undefined) {
            lists.set(list, [...(lists.get(list) ?? []), table]);
        }
    }
    return lists;
}

class TomlReader {
    private at = 0;

    constructor(private readonly text: string) {}

    get isAtEnd(): boolean {
        return this.at >= this.text.length;
    }

    /** Skips blanks and, where allowed, line ends and comments. */
    space(isOverLines: boolean): void {
        this.match(isOverLines ? /(?:[ \t\r\n]|#.*)*/y : /[ \t]*/y);
    }

    match(pattern: RegExp): RegExpExecArray | undefined {
        pattern.lastIndex = this.at;
        const match = pattern.exec(this.text) ?? undefined;
        this.at += match?.[0].length ?? 0;
        return match;
    }

    member(): readonly [string, TomlValue] {
        const key = this.match(/[\w-]+/y)?.[0] ?? this.string();
        this.space(false);
        if (key === undefined || this.match(/=/y) === undefined) {
            throw this.failure('a key and a value');
        }
        this.space(false);
        return [key, this.value()];
    }

    private value(): TomlValue {
        const text = this.string();
        if (text !== undefined) {
            return text;
        }
        if (this.match(/\[/y) !== undefined) {
            return this.items(/\]/y, () => this.value());
        }
        if (this.match(/\{/y) !== undefined) {
            return Object.fromEntries(this.items(/\}/y, () => this.member()));
        }
        const word = this.match(/[\w.:+-]+/y)?.[0];
        if (word === undefined) {
            throw this.failure('a value');
        }
        return word === 'true' || word === 'false' ? word === 'true' : word;
    }

    private items<T>(end: RegExp, read: () => T): T[] {
        const items: T[] = [];
        for (this.space(true); this.match(end) === undefined; this.space(true)) {
            items.push(read());
            this.space(true);
            if (this.match(/,/y) === undefined) {
                if (this.match(end) === undefined) {
                    throw this.failure('a comma');
                }
                break;
            }
        }
        return items;
    }

    private string(): string | undefined {
        const literal = this.match(/'([^'\n]*)'/y);
        if (literal !== undefined) {
            return literal[1];
        }
        const basic = this.match(/"(?:[^"\\\n]|\\.)*"/y);
        if (basic === undefined) {
            return undefined;
        }
        try {
            const escapes = basic[0].replace(/\\U([0-9A-Fa-f]{8})/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));
            return String(JSON.parse(escapes.replace(/\\e/g, '\\u001b').replace(/\t/g, '\\t')));
        } catch {
            throw this.failure('a known escape');
        }
    }

    private failure(expected: string): TomlError {
        return new TomlError(`line ${this.text.slice(0, this.at).split('\n').length}: expected ${expected}`);
    }
}
