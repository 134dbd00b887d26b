/**
 * The constraints and operations of the metamodel as the text of the standards states them (KerML 8.3, SysML 8.3), prose and OCL. Reads the
 * pages of that text: running lines and breaks of pages stand within constraints.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMetaclassName } from '../../../src/language/semantics/metaclasses.js';

const FOLDER = fileURLToPath(new URL('../../../../shared/spec/', import.meta.url));
const TEXTS = ['KerML-specification.txt', 'SysML-specification.txt'].map(name => FOLDER + name);

/** Whether the text of the standards stands beside the project. */
export const hasSpecification = (): boolean => TEXTS.every(text => existsSync(text));

/** What the text says under a constraint's name. */
export interface Constraint {
    readonly name: string;
    readonly metaclass: string;
    /** the blocks of lines under the name, prose in front of OCL */
    readonly blocks: readonly string[];
}

export interface Operation {
    readonly name: string;
    readonly metaclass: string;
    readonly parameters: readonly string[];
    /** undefined where the text has no OCL */
    readonly body: string | undefined;
}

const RUNNING = /Kernel Modeling Language v1\.0|Systems Modeling Language v2\.0, Part 1/;
const HEADING = /^\f?\d+(?:\.\d+)+ +(\S.*)$/;
const ROOMS = new Set(['Description', 'General Classes', 'Attributes', 'Association Ends', 'Operations', 'Constraints', 'Literals']);
const CONSTRAINT = /^(?:derive|validate|check)[A-Z]\w*$/;
const SIGNATURE = /^[a-z]\w*\([^)]*\)(?: : .*)?(?: \{.*\})?$/;

/** The lines of a text, without those that run at the top and the foot of its pages. */
function linesOf(text: string): string[] {
    const lines: string[] = [];
    for (const page of text.split('\f')) {
        const body = page.split('\n').map(line => line.trimEnd());
        while (body.at(-1) === '') {
            body.pop();
        }
        if (RUNNING.test(body.at(-1) ?? '')) {
            body.pop();
            while (body.at(-1) === '') {
                body.pop();
            }
        }
        lines.push(...body);
    }
    return lines;
}

/** All constraints and operations, in the order of the text. */
export function readSpecification(): { constraints: Constraint[]; operations: Operation[] } {
    const constraints: Constraint[] = [];
    const operations: Operation[] = [];
    for (const file of TEXTS) {
        readRooms(linesOf(readFileSync(file, 'utf8')), constraints, operations);
    }
    return { constraints, operations };
}

function readRooms(lines: readonly string[], constraints: Constraint[], operations: Operation[]): void {
    let metaclass = '';
    let room = '';
    for (let at = 0; at < lines.length; at++) {
        const line = lines[at];
        const heading = HEADING.exec(line)?.[1];
        if (heading !== undefined) {
            const name = heading.replace(/ /g, ''); // `Binding Connector`
            metaclass = isMetaclassName(name) ? name : '';
            room = '';
        } else if (ROOMS.has(line)) {
            room = line;
        } else if (metaclass !== '' && room === 'Constraints' && CONSTRAINT.test(line)) {
            constraints.push({ name: line, metaclass, blocks: blocksBelow(lines, at + 1) });
        } else if (metaclass !== '' && room === 'Operations' && /^[a-z]\w*\(/.test(line)) {
            const signature = SIGNATURE.test(line) ? line : `${line} ${lines[at + 1]}`;
            if (SIGNATURE.test(signature)) {
                operations.push(operationOf(metaclass, signature, blocksBelow(lines, at + 1)));
            }
        }
    }
}

/** The blocks of lines up to the next constraint, operation, room or heading. */
function blocksBelow(lines: readonly string[], start: number): string[] {
    const blocks: string[][] = [[]];
    for (let at = start; at < lines.length; at++) {
        const line = lines[at];
        const isBehindBlank = lines[at - 1] === '';
        const begins = CONSTRAINT.test(line) || ROOMS.has(line) || HEADING.test(line);
        if (begins || (at > start && isBehindBlank && isSignature(lines, at))) {
            break;
        }
        if (line !== '') {
            blocks.at(-1)!.push(line);
        } else if (blocks.at(-1)!.length > 0) {
            blocks.push([]);
        }
    }
    return blocks.filter(b => b.length > 0).map(b => b.join('\n'));
}

/** Whether an operation begins: a call in OCL has no type behind it. */
function isSignature(lines: readonly string[], at: number): boolean {
    const line = lines[at];
    return (
        /^[a-z]\w*\(/.test(line) &&
        [line, `${line} ${lines[at + 1] ?? ''}`].some(s => /^[a-z]\w*\((?:\w+ : [^)]*)?\)(?: : |$| \{)/.test(s)) &&
        lines[at + 1] !== undefined &&
        !/ (?:implies|or|and)$/.test(line)
    );
}

function operationOf(metaclass: string, signature: string, blocks: readonly string[]): Operation {
    const [, name, parameters] = /^(\w+)\(([^)]*)\)/.exec(signature)!;
    const first = blocks.findIndex(b => /^body\s*:/m.test(b));
    const body =
        first < 0
            ? undefined
            : blocks
                  .slice(first)
                  .join('\n')
                  .replace(/^[^]*?^body\s*:/m, '')
                  .trim();
    return {
        name,
        metaclass,
        parameters: parameters.split(',').flatMap(p => /^\s*(\w+)/.exec(p)?.[1] ?? []),
        body: body === undefined || /^No OCL/i.test(body) ? undefined : body
    };
}
