// What single tools write in a way of their own: types and profiles of Enterprise Architect, weights of decisions as values of MagicDraw.

import { describe, expect, it } from 'vitest';
import { inDialect } from './dialects.js';
import { entryOf, migrated, REAL, xmi } from './v1.js';

const EA = 'Enterprise Architect';

describe('Enterprise Architect', () => {
    it.each([
        ['EAJava_int', 'ScalarValues::Integer', 'approximated'],
        ['EAC++_double', 'ScalarValues::Real', 'approximated'],
        ['EAnone_Boolean', 'ScalarValues::Boolean', 'mapped'],
        ['EAJava_Widget', undefined, 'approximated']
    ])('names the type %s by an id of its own', (id, type, verdict) => {
        const document = inDialect(
            EA,
            `<packagedElement:Class b "B"><ownedAttribute:Property x "x"><type xmi:idref="${id}"/></ownedAttribute:Property></packagedElement:Class>`,
            ['Block Class b']
        );
        const migration = migrated(document);
        expect(migration.content).toContain(type === undefined ? 'attribute x;' : `attribute x : ${type};`);
        expect(entryOf(migration, 'EAID_x').verdict).toBe(verdict);
    });

    it('keeps its types in a package that is no content', () => {
        const document = inDialect(
            EA,
            `<packagedElement:Package t "EA_PrimitiveTypes_Package"><packagedElement:PrimitiveType EAJava_float "float"/></packagedElement:Package>
            <packagedElement:Class b "B"><ownedAttribute:Property x "x"><type xmi:idref="EAJava_float"/></ownedAttribute:Property></packagedElement:Class>`,
            ['Block Class b']
        );
        const { content } = migrated(Buffer.from(Buffer.from(document).toString().replaceAll('EAID_EAJava', 'EAJava')));
        expect(content).toBe('part def B {\n    attribute x : ScalarValues::Real;\n}\n');
    });

    const marked = (namespace: string, stereotype: string): string =>
        Buffer.from(inDialect(EA, '<packagedElement:Class b "B"/>', []))
            .toString()
            .replace('</xmi:XMI>', `<own:${stereotype} xmlns:own="${namespace}" base_Class="EAID_b" level="3"/></xmi:XMI>`);

    it('writes stereotypes of SysML in a profile beside those of the user', () => {
        const mixed = 'http://www.sparxsystems.com/profiles/thecustomprofile/1.0';
        expect(migrated(marked(mixed, 'block')).content).toContain('part def B');
        expect(migrated(marked(mixed, 'critical')).content).toContain(
            `occurrence def B {\n    @MigrationMetadata::AppliedStereotype { stereotype = "critical"; profile = "${mixed}"; tags = "level = 3"; }`
        );
    });

    it('has profiles of users at its own host', () => {
        const own = marked('http://www.sparxsystems.com/profiles/Plant/1.0', 'block');
        expect(migrated(own).content).toContain('occurrence def B {');
    });
});

describe('the branches of a decision', () => {
    const act = (weights: readonly (string | undefined)[], options = {}): ReturnType<typeof migrated> => {
        const branches = weights.map((_, i) => `<node:OpaqueAction n${i} "n${i}"/><edge:ControlFlow e${i} source="d" target="n${i}"/>`);
        const applied = weights.flatMap((w, i) =>
            w === undefined ? [] : [`<sysml:Probability xmi:id="a${i}" base_ActivityEdge="e${i}">${w}</sysml:Probability>`]
        );
        return migrated(
            xmi(
                `<packagedElement:Activity a "A"><ownedParameter:Parameter p "chance">${REAL}</ownedParameter:Parameter><node:InitialNode i/><node:DecisionNode d "d"/><edge:ControlFlow e source="i" target="d"/>${branches.join('')}</packagedElement:Activity>`,
                applied.join('')
            ),
            options
        );
    };
    const value = (text: string): string => `<probability xmi:type="uml:LiteralReal" value="${text}"/>`;
    const weightsOf = (content: string): string[] => [...content.matchAll(/p = ([^;]+);/g)].map(([, weight]) => weight);

    it.each([
        ['as they are', [value('0.25'), value('0.75')], ['0.25', '0.75'], 'mapped'],
        ['scaled to 1', [value('0.2'), value('0.6')], ['0.25', '0.75'], 'approximated'],
        ['with the share of the rest', [value('0.5'), undefined, undefined], ['0.5', '0.25', '0.25'], 'mapped'],
        ['of a property', ['<probability>chance</probability>', undefined], ['chance', '1.0 - chance'], 'mapped'],
        ['without those outside 0 to 1', [value('1.5'), undefined], [], 'approximated']
    ])('weigh %s', (_title, weights, written, verdict) => {
        const migration = act(weights);
        expect(weightsOf(migration.content)).toEqual(written);
        expect(entryOf(migration, 'e0').verdict).toBe(verdict);
    });

    it('weigh in comments alone in portable output', () => {
        expect(act([value('0.25'), value('0.75')], { strict: true }).content).toContain('// probability 0.25');
    });
});
