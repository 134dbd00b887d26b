/** The constraints and operations of the standards' text as expressions, by metaclass. */
import { isMetaclassName, kindsOf, type MetaclassName } from '../../../src/language/semantics/metaclasses.js';
import { propertyOfMetaclass } from '../../../src/exchange/metamodel/facts.js';
import { corrected } from './corrections.js';
import type { OperationBody } from './evaluator.js';
import { type Constraint, readSpecification } from './specification.js';
import { type Ocl, OclSyntaxError, parseOcl } from './syntax.js';

export interface Condition {
    readonly name: string;
    readonly kind: 'derive' | 'validate' | 'check';
    readonly metaclass: MetaclassName;
    /** of a derivation, what it is of */
    readonly property: string;
    readonly expression: Ocl;
}

export interface Standard {
    readonly conditions: readonly Condition[];
    /** names of constraints whose OCL cannot be read, and why */
    readonly unread: readonly string[];
    operation(metaclass: MetaclassName, name: string): OperationBody | undefined;
}

function parsed(text: string): Ocl | undefined {
    try {
        return parseOcl(text);
    } catch (error) {
        if (error instanceof OclSyntaxError) {
            return undefined;
        }
        throw error;
    }
}

/** The OCL of a constraint stands behind its prose, in a block of its own unless a page ends between them. */
function* candidatesOf({ blocks }: Constraint): Generator<string> {
    const lines = blocks.join('\n\n').split('\n');
    for (let i = 0; i < lines.length; i++) {
        if (i === 0 || lines[i - 1] === '' || /[.?)]$/.test(lines[i - 1])) {
            yield lines.slice(i).join('\n').trim();
        }
    }
}

/** A derivation is an equation, or the value alone: what it is of tells its name. */
function conditionOf(constraint: Constraint): Condition | undefined {
    const { name } = constraint;
    const metaclass = constraint.metaclass as MetaclassName;
    const kind = /^[a-z]+/.exec(name)![0] as Condition['kind'];
    const named = name.slice(kind.length + metaclass.length).replace(/^./, c => c.toLowerCase());
    const candidates = [...candidatesOf(constraint)].map(candidate => corrected(name, candidate));
    const headOf = (text: string): string => (kind === 'derive' ? (/^(\w+)\s*=(?!=)/.exec(text)?.[0] ?? '') : '');
    const propertyOf = (head: string): string => (head === '' ? named : /^\w+/.exec(head)![0]);
    const isProperty = (property: string): boolean => propertyOfMetaclass(metaclass, property) !== undefined;
    const equations = candidates.filter(text => headOf(text) !== '' && isProperty(propertyOf(headOf(text))));
    for (const text of equations.length > 0 ? equations : candidates) {
        const head = headOf(text);
        const expression = parsed(text.slice(head.length));
        if (expression !== undefined && (kind !== 'derive' || isProperty(propertyOf(head)))) {
            return { name, kind, metaclass, property: kind === 'derive' ? propertyOf(head) : '', expression };
        }
    }
    return undefined;
}

export function readStandard(): Standard {
    const { constraints, operations } = readSpecification();
    const conditions: Condition[] = [];
    const unread: string[] = [];
    for (const constraint of constraints) {
        const condition = conditionOf(constraint);
        if (condition === undefined) {
            unread.push(constraint.name);
        } else {
            conditions.push(condition);
        }
    }
    const bodies = new Map<string, (OperationBody & { metaclass: MetaclassName })[]>();
    for (const { name, metaclass, parameters, body } of operations) {
        const expression = body === undefined ? undefined : parsed(corrected(name, body));
        if (isMetaclassName(metaclass)) {
            bodies.set(name, [...(bodies.get(name) ?? []), { metaclass, parameters, body: expression }]);
        }
        if (expression === undefined && body !== undefined) {
            unread.push(`${metaclass}::${name}()`);
        }
    }
    return {
        conditions,
        unread,
        operation: (metaclass, name) => {
            const kinds = kindsOf(metaclass);
            const found = (bodies.get(name) ?? []).filter(b => kinds.has(b.metaclass));
            return found.find(b => !found.some(o => o !== b && kindsOf(o.metaclass).has(b.metaclass)));
        }
    };
}
