/** Writes invocations of document queries (contract: migration 11). */
import { type Declaration, LibraryName, NameString, type Piece, type Text } from '../../notation/declaration.js';
import type { Mapping } from '../mapping.js';
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

    flat(): Text {
        const args = this.args.flatMap((argument, i): Text => [i === 0 ? '' : ', ', ...flatArgument(argument)]);
        return [...this.head(), ...args, ')'];
    }

    private head(): Text {
        return this.operation === '' ? ['('] : [new LibraryName(`DocumentQueries::${this.operation}`), '('];
    }

    /**
     * Writes the operation on the line if it fits. Otherwise the operations that produce its rows begin on the line, and their other
     * arguments follow on further lines, those of the innermost operation first.
     */
    write(lines: Lines): void {
        const flat = this.flat();
        if (lines.fits(flat)) {
            lines.add(flat);
            return;
        }
        lines.add(this.head());
        /** whether the previous argument takes several lines, or each argument is on its own line */
        let isBroken = true;
        this.args.forEach((argument, i) => {
            const [parameter, value] = argument;
            const text = flatArgument(argument);
            const isWritable = !(value instanceof Invocation) || lines.fitsAlone(text);
            if (i > 0) {
                lines.add([',']);
            }
            const continues =
                i > 0
                    ? isWritable && !isBroken && lines.fits([' ', ...text])
                    : !isWritable && this.operation !== '' && lines.fits([assigned(parameter), ...value.head()]);
            if (!continues) {
                lines.break();
            } else if (i > 0) {
                lines.add([' ']);
            }
            if (isWritable) {
                lines.add(text);
            } else {
                lines.add([assigned(parameter)]);
                value.write(lines);
            }
            isBroken = !isWritable || this.operation === '';
        });
        lines.add([')']);
    }
}

const assigned = (parameter: string): string => (parameter === '' ? '' : `${parameter} = `);

const flatArgument = ([parameter, value]: readonly [string, Argument]): Text => [
    assigned(parameter),
    ...(value instanceof Invocation ? value.flat() : value)
];

const LONGEST = 120;

/** Lines of an expression. All lines but the first have the same indentation, which formatting keeps (contract: conversion 11.1). */
class Lines {
    readonly text: Piece[] = [];
    private column: number;

    /** @param indent indentation of the first line */
    constructor(private readonly indent: string) {
        this.column = indent.length;
    }

    add(text: Text): void {
        this.text.push(...text);
        this.column += lengthOf(text);
    }

    break(): void {
        this.text.push(`\n${this.indent}    `);
        this.column = this.indent.length + 4;
    }

    fits(text: Text): boolean {
        return this.column + lengthOf(text) <= LONGEST;
    }

    /** Whether a text fits on one line. */
    fitsAlone(text: Text): boolean {
        return this.indent.length + 4 + lengthOf(text) <= LONGEST;
    }
}

function lengthOf(text: Text): number {
    return text.reduce((length, piece) => {
        if (typeof piece === 'string') {
            return length + piece.length;
        }
        const isLibrary = piece instanceof LibraryName;
        return (
            length +
            (piece instanceof NameString ? qualifiedName(piece.target).length : isLibrary ? piece.text.split('::').at(-1)!.length : 20)
        );
    }, 0);
}

/** Writes the rows of a query as its result. Names of operations need no prefix in the query. */
export function writeResult(query: Declaration, rows: Invocation, mapping: Mapping): void {
    query.addLine(['private import ', new LibraryName('DocumentQueries::*'), ';'], 'import', 0);
    mapping.queries.add(query);
    const lines = new Lines('    '.repeat([...query.owners()].length));
    rows.write(lines);
    query.addLine(lines.text, 'result', 0);
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
