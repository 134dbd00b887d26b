/** Converts the JSON of diagram operations (docs/editor-protocol.md, Edits) to edit operations with `DiagramLayout` values in notation. */
import type { EditOperation, Operations } from '../../editing/index.js';
import { isObject, membersOfObject } from '../../language/narrowing.js';
import { invalid } from './request.js';

type Statement = Operations['draw']['statement'];
type Type = 'number' | 'string' | 'boolean' | 'numbers';

interface Shape {
    readonly statement: Statement;
    readonly needed: readonly string[];
    readonly fields: Readonly<Record<string, Type>>;
}

const SHAPES: Readonly<Record<string, Shape>> = {
    setLayout: {
        statement: 'Layout',
        needed: ['target', 'x', 'y'],
        fields: { x: 'number', y: 'number', width: 'number', height: 'number', collapsed: 'boolean' }
    },
    setRoute: { statement: 'Route', needed: ['target', 'points'], fields: { points: 'numbers' } },
    setCanvas: { statement: 'Canvas', needed: ['view'], fields: { unit: 'string', width: 'number', height: 'number' } },
    setStyle: {
        statement: 'Style',
        needed: ['target'],
        fields: { fill: 'string', line: 'string', text: 'string', font: 'string', fontSize: 'number', bold: 'boolean', italic: 'boolean' }
    }
};

/**
 * The diagram operation for a JSON value; undefined for any other kind of operation.
 * @throws ResponseError for an invalid one
 */
export function diagramOperation(given: unknown): EditOperation | undefined {
    const [[kind, fields] = [], ...more] = Object.entries(membersOfObject(given));
    const shape = kind === undefined || !Object.hasOwn(SHAPES, kind) ? undefined : SHAPES[kind];
    if (shape === undefined) {
        return undefined;
    }
    if (more.length > 0 || !isObject(fields)) {
        throw invalid(`${kind} stands alone, with an object: { "${kind}": { … } }`);
    }
    const said = fields;
    const missing = shape.needed.filter(name => said[name] === undefined);
    const known = ['target', 'view', ...Object.keys(shape.fields)];
    const unknown = Object.keys(said).filter(name => !known.includes(name));
    if (missing.length > 0 || unknown.length > 0) {
        throw invalid(
            missing.length > 0 ? `${kind} lacks ${missing.join(', ')}` : `${kind} has no ${unknown.join(', ')}: it has ${known.join(', ')}`
        );
    }
    const idOf = (name: string): string => (said[name] === undefined ? '' : text(kind!, name, said[name]));
    const values = Object.entries(shape.fields)
        .filter(([name]) => said[name] !== undefined)
        .map(([feature, type]) => ({ feature, value: NOTATIONS[type](kind!, feature, said[feature]) }));
    if (values.length === 0 || (said.width === undefined) !== (said.height === undefined)) {
        throw invalid(values.length === 0 ? `${kind} says nothing` : `${kind}: width and height come together`);
    }
    const view = idOf('view');
    return { case: 'draw', value: { target: idOf('target') || view, view, statement: shape.statement, values } };
}

/** Values as the notation writes them. */
const NOTATIONS: Readonly<Record<Type, (kind: string, name: string, value: unknown) => string>> = {
    number,
    string: (kind, name, value) => JSON.stringify(text(kind, name, value)),
    boolean(kind, name, value) {
        if (typeof value !== 'boolean') {
            throw invalid(`${kind}: ${name} is true or false`);
        }
        return String(value);
    },
    numbers(kind, name, value) {
        if (!Array.isArray(value) || value.length % 2 === 1) {
            throw invalid(`${kind}: ${name} is a list of numbers, x and y in turn`);
        }
        return `(${value.map(v => number(kind, name, v)).join(', ')})`;
    }
};

/** A length with two decimals: finer differences are invisible. */
function number(kind: string, name: string, value: unknown): string {
    if (typeof value !== 'number' || !(Math.abs(value) < 1e9)) {
        throw invalid(`${kind}: ${name} is a number below 1e9`);
    }
    return String(Math.round(value * 100) / 100 || 0);
}

function text(kind: string, name: string, value: unknown): string {
    if (typeof value !== 'string' || /[\r\n]/.test(value)) {
        throw invalid(`${kind}: ${name} is a text of one line`);
    }
    return value;
}
