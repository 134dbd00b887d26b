/**
 * Compares versions with version constraints (KerML 10.3, table 12 `versionConstraint`) as the package manager `sysand` does: Semantic
 * Versioning with the comparators of Cargo. Depends on texts only.
 */

interface Version {
    readonly numbers: readonly number[];
    /** the identifiers of a pre-release; empty for a release */
    readonly pre: readonly string[];
}

const VERSION = /^(\d+)(?:\.(\d+|[*xX]))?(?:\.(\d+|[*xX]))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;
const COMPARATOR = /^(\^|~|>=|<=|>|<|=)?\s*(\S+)$/;

/**
 * Whether a version satisfies a constraint, a comma-separated list of comparators that must all be true. `1.2` means `^1.2`; any version
 * satisfies `*` and an empty text. A pre-release satisfies only comparators with a pre-release of the same numbers.
 * @returns undefined for an invalid version or constraint
 */
export function satisfies(version: string, constraint: string): boolean | undefined {
    const own = versionOf(version);
    const parts = constraint.split(',').map(part => part.trim());
    const results = parts.map(part => (part === '' || part === '*' ? anyOf(parts) : holds(own, part)));
    return own === undefined || own.numbers.length < 3 || results.includes(undefined) ? undefined : results.every(r => r === true);
}

/** Orders versions, older ones first. Invalid versions precede all others. */
export function compareVersions(a: string, b: string): number {
    const [left, right] = [versionOf(a), versionOf(b)];
    if (left === undefined || right === undefined) {
        return Number(left !== undefined) - Number(right !== undefined);
    }
    return left.numbers.length < right.numbers.length ? -compared(right, left) : compared(left, right);
}

/** An empty part is valid only as the whole constraint. */
const anyOf = (parts: readonly string[]): boolean | undefined => (parts.length === 1 ? true : undefined);

/** Parses a version. In a constraint, it may have fewer than three numbers. */
function versionOf(text: string): Version | undefined {
    const match = VERSION.exec(text);
    if (match === null) {
        return undefined;
    }
    const [, major, minor, patch, pre] = match;
    const numbers: number[] = [];
    for (const part of [major, minor, patch]) {
        if (part === undefined || !/^\d+$/.test(part)) {
            break;
        }
        numbers.push(Number(part));
    }
    return { numbers, pre: pre === undefined ? [] : pre.split('.') };
}

function holds(own: Version | undefined, comparator: string): boolean | undefined {
    const match = COMPARATOR.exec(comparator);
    const bound = match === null ? undefined : versionOf(match[2]);
    if (own === undefined || bound === undefined) {
        return undefined;
    }
    const isSamePre = bound.pre.length > 0 && bound.numbers.every((n, i) => n === own.numbers[i]);
    if (own.pre.length > 0 && !isSamePre) {
        return false;
    }
    const order = compared(own, bound);
    switch (match![1] ?? '^') {
        case '=':
            return order === 0;
        case '>':
            return order > 0;
        case '>=':
            return order >= 0;
        case '<':
            return order < 0;
        case '<=':
            return order <= 0;
        case '~':
            return order >= 0 && bound.numbers.slice(0, 2).every((n, i) => n === own.numbers[i]);
        default:
            return order >= 0 && bound.numbers.slice(0, significant(bound.numbers)).every((n, i) => n === own.numbers[i]);
    }
}

/** The number of leading numbers that a caret fixes: up to the first one that is not zero. */
function significant(numbers: readonly number[]): number {
    const first = numbers.findIndex(n => n > 0);
    return first < 0 ? numbers.length : first + 1;
}

/** Compares a version with a bound, ignoring the numbers that the bound omits. */
function compared(own: Version, bound: Version): number {
    for (const [i, n] of bound.numbers.entries()) {
        if (n !== own.numbers[i]) {
            return own.numbers[i] - n;
        }
    }
    return bound.numbers.length < 3 ? 0 : comparedPre(own.pre, bound.pre);
}

/** Compares pre-releases (Semantic Versioning 11). A release follows all of its pre-releases. */
function comparedPre(a: readonly string[], b: readonly string[]): number {
    if (a.length === 0 || b.length === 0) {
        return b.length - a.length;
    }
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
        const [left, right] = [a[i], b[i]];
        if (left !== right) {
            const areNumbers = [left, right].map(part => /^\d+$/.test(part));
            return areNumbers[0] && areNumbers[1]
                ? Number(left) - Number(right)
                : areNumbers[0] !== areNumbers[1]
                  ? Number(areNumbers[1]) - Number(areNumbers[0])
                  : left < right
                    ? -1
                    : 1;
        }
    }
    return a.length - b.length;
}
