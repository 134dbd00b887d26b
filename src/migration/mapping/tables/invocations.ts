/** Writes invocations of document queries. A long invocation has one argument per line (contract: migration 11). */
import { type Declaration, LibraryName, NameString, type Text } from '../../notation/declaration.js';
import { qualifiedName, quotedString } from '../../notation/spelling.js';

/** An argument of a query operation: an operation, or text without line breaks. */
export type Argument = Invocation | Text;

/** A query operation with its arguments, or a list of operations: a list has no operation, and its arguments have no names. */
export class Invocation {
    constructor(
        private readonly operation: string,
        private readonly args: readonly (readonly [parameter: string, value: Argument])[]
    ) {}

    /** Several operations as one argument. */
    static list(items: readonly Invocation[]): Invocation {
        return items.length === 1
            ? items[0]
            : new Invocation(
                  '',
                  items.map((item): readonly [string, Argument] => ['', item])
              );
    }

    /** @param indent indentation of the line on which the text begins */
    text(indent: string): Text {
        const flat = this.flat();
        if (indent.length + lengthOf(flat) <= LONGEST) {
            return flat;
        }
        const inner = `${indent}    `;
        const lines = this.args.flatMap(([parameter, value], i): Text => [
            `${i === 0 ? '' : ','}\n${inner}${assigned(parameter)}`,
            ...(value instanceof Invocation ? value.text(inner) : value)
        ]);
        return [...this.head(), ...lines, ')'];
    }

    private flat(): Text {
        const args = this.args.flatMap(([parameter, value], i): Text => [
            `${i === 0 ? '' : ', '}${assigned(parameter)}`,
            ...(value instanceof Invocation ? value.flat() : value)
        ]);
        return [...this.head(), ...args, ')'];
    }

    private head(): Text {
        return this.operation === '' ? ['('] : [new LibraryName(`DocumentQueries::${this.operation}`), '('];
    }
}

const assigned = (parameter: string): string => (parameter === '' ? '' : `${parameter} = `);

const LONGEST = 120;

function lengthOf(text: Text): number {
    return text.reduce((length, piece) => {
        if (typeof piece === 'string') {
            return length + piece.length;
        }
        return (
            length +
            (piece instanceof NameString ? qualifiedName(piece.target).length : piece instanceof LibraryName ? piece.text.length : 20)
        );
    }, 0);
}

/** Depth of queries that follow ownership without a limit. */
const DEEPEST = 1000;

/** Returns a query for a single declaration. */
export const named = (target: Declaration): Invocation => new Invocation('Named', [['name', [new NameString(target)]]]);

/** Returns a query for the rows of several sources, without duplicates; undefined without a source. */
export function union(sources: readonly Invocation[]): Invocation | undefined {
    return sources.length === 0
        ? undefined
        : sources.reduce(
              (source, other) =>
                  new Invocation('Union', [
                      ['source', source],
                      ['other', other]
                  ])
          );
}

export function except(source: Invocation, excluded: Invocation | undefined): Invocation {
    return excluded === undefined
        ? source
        : new Invocation('Except', [
              ['source', source],
              ['exclude', excluded]
          ]);
}

/** Returns a query for all elements that rows own, directly and indirectly. */
export function below(source: Invocation, isTree: boolean): Invocation {
    return new Invocation(isTree ? 'Tree' : 'Descendants', [
        ['source', source],
        ['maxDepth', [String(DEEPEST)]]
    ]);
}

/** Returns a query for the rows with a metaclass, or with a type that the model declares. */
export function whereType(source: Invocation, type: string | Declaration): Invocation {
    return new Invocation('WhereType', [
        ['source', source],
        ['type', [typeof type === 'string' ? quotedString(type) : new NameString(type)]]
    ]);
}

export function whereMetadata(source: Invocation, definition: Declaration): Invocation {
    return new Invocation('WhereMetadata', [
        ['source', source],
        ["'metadata'", [new NameString(definition)]]
    ]);
}

/** Returns a query for the rows that are individuals, or for those that are not. */
export function whereIndividual(source: Invocation, isIndividual: boolean): Invocation {
    return new Invocation('WhereFeature', [
        ['source', source],
        ["'feature'", ['"isIndividual"']],
        ['operator', ['"="']],
        ['value', [`"${isIndividual}"`]]
    ]);
}

/** Writes a list of string literals, with parentheses unless it has exactly one. */
export function texts(values: readonly string[]): Text {
    const list = values.map(quotedString).join(', ');
    return [values.length === 1 ? list : `(${list})`];
}
