/** Compares syntax trees of the two parsers, and prints trees for messages. */
import type { AstNode } from 'langium';

type Fields = Record<string, unknown>;

/** The first difference of two trees as text, or undefined. Absent, false and empty are equal: only one parser fills them in. */
export function difference(expected: AstNode, actual: AstNode, path = ''): string | undefined {
    if (expected.$type !== actual.$type) {
        return `${path || 'root'}: ${expected.$type} is ${actual.$type}`;
    }
    const a = expected as unknown as Fields;
    const b = actual as unknown as Fields;
    for (const name of new Set([...propertiesOf(a), ...propertiesOf(b)])) {
        const found = differenceOf(a[name], b[name], `${path}.${name}`);
        if (found !== undefined) {
            return found;
        }
    }
    if (
        (expected.$container === undefined) !== (actual.$container === undefined) ||
        expected.$containerProperty !== actual.$containerProperty ||
        expected.$containerIndex !== actual.$containerIndex
    ) {
        return `${path}: its place in its container differs`;
    }
    return undefined;
}

function differenceOf(expected: unknown, actual: unknown, path: string): string | undefined {
    if (isEmpty(expected) && isEmpty(actual)) {
        return undefined;
    }
    if (Array.isArray(expected) && Array.isArray(actual)) {
        return expected.length === actual.length
            ? expected.map((item, index) => differenceOf(item, actual[index], `${path}[${index}]`)).find(found => found !== undefined)
            : `${path}: length ${expected.length} is ${actual.length}`;
    }
    if (isNode(expected) && isNode(actual)) {
        return difference(expected, actual, path);
    }
    return expected === actual ? undefined : `${path}: ${show(expected)} is ${show(actual)}`;
}

function isEmpty(value: unknown): boolean {
    return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}

function isNode(value: unknown): value is AstNode {
    return typeof value === 'object' && value !== null && '$type' in value;
}

function propertiesOf(node: Fields): string[] {
    // members of a body are read on demand by an accessor of the class
    return [...Object.keys(node).filter(name => !name.startsWith('$')), ...('members' in node ? ['members'] : [])];
}

function show(value: unknown): string {
    return isNode(value) ? value.$type : JSON.stringify(value);
}
