// SelfCheck on the wire: the rules of the library and of packages, on every element (contract: newest-operations 7).

import { beforeAll, describe, expect, it } from 'vitest';
import { type Asks, oneHost } from './one-host.js';

const CONTENT = `package P {
    attribute def Show { item picture; }
    part def A { attribute x : ScalarValues::Real; port p; variation part v { variant part one; } }
    part a : A;
    part b;
    port q;
    action act;
    requirement def R { subject s : A; }
}
package Rules {
    constraint def named { in element : SysML::PartUsage; element.declaredName != "b" }
    constraint def broken { in element : SysML::PartDefinition; 1 / 0 == 2 }
    constraint def open { in element : SysML::PartDefinition; element.multiplicity == null }
    constraint def untyped { true }
}
package Empty;
`;

interface Response {
    modelHash: string;
    status: string;
    error?: string;
    summary?: string;
    violations?: string;
    unevaluated?: string;
    evaluationErrors?: string;
    findings?: { status: string; line: string; subject: string; location?: string }[];
    applications?: { constraint: string; count?: string }[];
}

let ask: Asks;
const check = (content: string, ...packages: string[]): Response => {
    const { modelHash } = ask<Response>('ParseSources', { documents: [{ name: 'm.sysml', content }] }).response;
    return ask<Response>('SelfCheck', { modelHash, selfCheckPackage: packages }).response;
};
const lines = ({ findings = [] }: Response): string[] => findings.map(f => f.line);

beforeAll(async () => {
    ask = await oneHost();
});

describe('a self-check', () => {
    it('applies the rules of the library', () => {
        const checked = check(CONTENT);
        expect(checked.status).toBe('fails');
        expect(lines(checked)).toEqual([
            'm.sysml:2:5: error[self-check-rule]: SysMLValidation::AttributeDefinitionFeatures fails for P::Show'
        ]);
        expect(checked.applications).toHaveLength(50);
        expect(checked.applications).toContainEqual({ constraint: 'SysMLValidation::PartUsagePartDefinition', count: '4' });
        expect(checked.summary).toMatch(/^Self-model check: \d+ elements, \d+ checks, 1 violations, 0 unevaluated$/);
    });

    it('applies those of packages: violations, what cannot be read, errors, rules that are none', () => {
        const checked = check(CONTENT, 'Rules', 'Empty');
        expect(lines(checked).filter(l => !l.includes('SysMLValidation'))).toEqual([
            'm.sysml:14:5: warning[self-check-rule]: constraint Rules::untyped has no typed input parameter',
            'm.sysml:16:1: warning[self-check-rule]: self-check package Empty has no applicable constraint definitions',
            'm.sysml:3:5: error[self-check-rule]: Rules::broken cannot be evaluated for P::A: division by zero',
            "m.sysml:3:5: information[self-check-rule]: Rules::open is not evaluated for P::A: unsupported feature: 'multiplicity' of a model element cannot be read",
            'm.sysml:5:5: error[self-check-rule]: Rules::named fails for P::b'
        ]);
        expect(checked).toMatchObject({ violations: '2', unevaluated: '1', evaluationErrors: '1' });
        expect(checked.findings!.at(-1)).toMatchObject({ status: 'fails', subject: 'Rules::named for P::b', location: 'm.sysml:5:5' });
    });

    it('holds of a model without a violation', () => {
        expect(check('package Q { part def A; part a : A; }')).toMatchObject({ status: 'holds' });
    });

    it('is unresolved of a model with errors', () => {
        expect(check('package Q { part a : Nothing; }').status).toBe('unresolved');
    });

    it.each(['Nowhere', 'P::A'])('refuses %s as rules', name => {
        expect(check(CONTENT, name).error).toBe(`self-check names no package the loaded models or libraries declare: ${name}`);
    });
});
