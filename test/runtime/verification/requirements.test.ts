/** Trees of requirements, and what they assume (contract sheet 6.1; SysML 7.21.2): a model, what is asked, the verdict. */
import { describe, expect, it } from 'vitest';
import { startRun } from '../../../src/runtime/behaviour/index.js';
import { evaluate } from '../../../src/runtime/evaluation/index.js';
import { valueText } from '../../../src/runtime/values/index.js';
import { validateInstance, verifyRequirement, verifySatisfaction, type Verdict } from '../../../src/runtime/verification/index.js';
import { modelOf } from '../behaviour/run.js';

const MODEL = modelOf(`private import ScalarValues::*; private import SI::*;
    part def Engine { attribute power :> ISQ::power = 80 [kW]; }
    part def Car { attribute mass :> ISQ::mass = 1200 [kg]; attribute top : Real = 180.0; part engine : Engine; attribute open : Real; }
    part car : Car;
    part heavy : Car { :>> mass = 2000 [kg]; part :>> engine { :>> power = 60 [kW]; } }

    requirement def MassLimit { subject v : Car; attribute limit :> ISQ::mass; require constraint { v.mass <= limit } }
    requirement def Power { subject e : Engine; attribute least :> ISQ::power = 70 [kW]; require constraint enough { e.power >= least } }
    requirement def Spec {
        subject v : Car;
        requirement weight : MassLimit { :>> limit = 1500 [kg]; }
        requirement drive { requirement engine : Power { subject e = v.engine; } requirement speed { require constraint { v.top > 150.0 } } }
    }
    requirement spec : Spec;
    requirement strict : Spec { requirement :>> weight { :>> limit = 1000 [kg]; } }
    requirement referring { subject v : Car; ref requirement other : MassLimit { :>> limit = 1 [kg]; } require constraint { v.top > 0.0 } }
    requirement onlyReference { subject v : Car; ref requirement other : MassLimit { :>> limit = 1 [kg]; } }
    requirement asConcern { subject v : Car; concern c { require constraint { v.top > 500.0 } } }
    requirement twice { subject v : Car; requirement w : MassLimit { :>> limit = 1 [kg]; } require w; }
    requirement ofHeavy { subject v : Car = heavy; requirement w : MassLimit { :>> limit = 1500 [kg]; } requirement e { requirement p : Power { subject e = v.engine; } } }
    requirement byDefault { subject v : Car default heavy; requirement w : MassLimit { :>> limit = 1500 [kg]; } }
    requirement emptyTree { subject v : Car; requirement a; requirement b { requirement c; } }
    requirement def Recursive { subject v : Car; requirement inner : Recursive; require constraint { v.top > 0.0 } }
    requirement recursive : Recursive;

    requirement idle { subject v : Car; assume constraint { v.top > 500.0 } require constraint { v.mass < 1 [kg] } }
    requirement idleAndBroken { subject v : Car; assume constraint { v.top > 500.0 } require constraint { 1 / 0 > v.top } }
    requirement busy { subject v : Car; assume constraint { v.top > 100.0 } require constraint { v.mass < 1 [kg] } }
    requirement unsure { subject v : Car; assume constraint { v.open > 1.0 } require constraint { v.mass < 1 [kg] } }
    requirement unsureButTrue { subject v : Car; assume constraint { v.open > 1.0 } require constraint { v.mass > 1 [kg] } }
    requirement unsureButIdle { subject v : Car; assume constraint { v.open > 1.0 } assume constraint { v.top > 500.0 } require constraint { v.mass < 1 [kg] } }
    requirement general { subject v : Car; assume constraint { v.top > 500.0 } }
    requirement inherits :> general { require constraint { v.mass < 1 [kg] } }
    requirement ownAssumption { subject v : Car; requirement inner { assume constraint { v.top > 500.0 } require constraint { v.mass < 1 [kg] } } require constraint { v.top > 0.0 } }
    requirement notShared { subject v : Car; requirement inner { assume constraint { v.top > 500.0 } require constraint { v.top > 0.0 } } require constraint { v.mass < 1 [kg] } }
    requirement assumesOther { subject v : Car; assume busy; require constraint { v.top > 500.0 } }
    requirement assumesIdle { subject v : Car; assume idle; require constraint { v.top > 500.0 } }
    requirement requiresIdle { subject v : Car; require idle; }
    requirement assumedOnly { subject v : Car; assume constraint { v.top > 500.0 } }
    part def Light { attribute mass = 4; constraint low = mass < 3; }
    part light : Light { :>> mass = 2; } part full : Light;
    requirement valued { subject v : Light; require v.low; }
    requirement own = 2 < 1; requirement specific :> own; requirement several :> spec, own; requirement stated = true { subject v : Car; require constraint { v.top > 500.0 } }
    part audit { satisfy spec by car; satisfy spec by heavy; satisfy strict by car; not satisfy idle by car; satisfy idle by car; }`);

/** `holds`, the false condition with the nested requirements that state it, or the error. */
function told({ holds, error, condition, conditionPath = [] }: Verdict): string {
    return holds === true ? 'holds' : (error ?? [...conditionPath, condition].join(': '));
}

describe('a requirement', () => {
    it.each([
        ['spec', 'car', 'holds'],
        ['spec', 'heavy', 'weight: v.mass <= limit'],
        ['Spec::drive', 'heavy', 'engine: e.power >= least'],
        ['Spec', 'car', 'holds'],
        ['strict', 'car', 'weight: v.mass <= limit'],
        ['referring', 'car', 'holds'],
        ['onlyReference', 'car', 'requirement T::onlyReference: no condition to evaluate'],
        ['asConcern', 'car', 'c: v.top > 500.0'],
        ['twice', 'car', 'w: v.mass <= limit'],
        ['ofHeavy', 'car', 'w: v.mass <= limit'],
        ['ofHeavy::w', 'car', 'holds'],
        ['byDefault', 'car', 'holds'],
        ['emptyTree', 'car', 'requirement T::emptyTree: no condition to evaluate'],
        ['recursive', 'car', 'holds'],
        ['idle', 'car', 'holds'],
        ['idleAndBroken', 'car', 'holds'],
        ['busy', 'car', 'v.mass < 1 [kg]'],
        ['unsure', 'car', 'requirement T::unsure: require condition evaluation failed: no value for feature open'],
        ['unsureButTrue', 'car', 'holds'],
        ['unsureButIdle', 'car', 'holds'],
        ['inherits', 'car', 'holds'],
        ['ownAssumption', 'car', 'holds'],
        ['notShared', 'car', 'v.mass < 1 [kg]'],
        ['assumesOther', 'car', 'holds'],
        ['assumesIdle', 'car', 'v.top > 500.0'],
        ['requiresIdle', 'car', 'holds'],
        ['assumedOnly', 'car', 'holds'],
        ['valued', 'light', 'holds'],
        ['valued', 'full', 'mass < 3'],
        ['own', 'car', '2 < 1'],
        ['specific', 'car', '2 < 1'],
        ['several', 'car', '2 < 1'],
        ['stated', 'car', 'v.top > 500.0']
    ])('%s of %s: %s', (requirement, subject, expected) => {
        const { verdict } = verifyRequirement(startRun(MODEL), { symbolId: `T::${requirement}`, subjectId: `T::${subject}` });
        expect(told(verdict!)).toBe(expected);
    });

    it('that is satisfied is judged as a tree, under what it assumes', () => {
        expect(verifySatisfaction(startRun(MODEL), 'T::audit').verdicts.map(v => `${v.element}: ${told(v)}`)).toEqual([
            'satisfy spec by car: holds',
            'satisfy spec by heavy: weight: v.mass <= limit',
            'satisfy strict by car: weight: v.mass <= limit',
            'not satisfy idle by car: not (v.mass < 1 [kg])',
            'satisfy idle by car: holds'
        ]);
    });

    it('objects of several satisfactions are answered once', () => {
        const { instances, verdicts } = verifySatisfaction(startRun(MODEL), 'T::audit');
        const ids = instances.map(i => i.id);
        expect(ids).toEqual([...new Set(ids)]);
        expect(verdicts.every(v => v.instance === undefined || ids.includes(v.instance.id))).toBe(true);
        expect(new Set(verdicts.map(v => v.instance)).size).toBeGreaterThan(1);
    });

    it.each([
        ['ofHeavy', 'w: v.mass <= limit'],
        ['ofHeavy::w', 'v.mass <= limit'],
        ['ofHeavy::e', 'p: e.power >= least'],
        ['byDefault', 'w: v.mass <= limit'],
        ['byDefault::w', 'v.mass <= limit']
    ])('%s without object is about the subject that the outermost one states', (requirement, expected) => {
        expect(told(verifyRequirement(startRun(MODEL), { symbolId: `T::${requirement}` }).verdict!)).toBe(expected);
    });

    it('without subject is open, and nothing has failed', () => {
        const verdictOf = (symbolId: string) => verifyRequirement(startRun(MODEL), { symbolId }).verdict!;
        expect(['T::Spec', 'T::unsure', 'T::idleAndBroken', 'T::emptyTree'].map(id => verdictOf(id).isOpen === true)).toEqual([
            true,
            true,
            true,
            false
        ]);
    });
});

it('objects that are judged have the values after their behaviours ran', () => {
    const model = modelOf(`private import ScalarValues::*;
        part def Pump {
            attribute level : Real := 0.0;
            attribute total : Integer = warm.used + modes.count;
            perform action warm { out attribute used : Integer := 1; assign used := 3; }
            exhibit state modes { attribute count : Integer := 0; entry action { assign count := 5; assign level := 2.0; } then off; state off; }
            assert constraint ok { total == 8 and level == 2.0 }
        }
        part pump : Pump;
        requirement enough { subject p : Pump; require constraint { p.total == 8 } }
        satisfy enough by pump;`);
    expect([
        ...verifySatisfaction(startRun(model), '').verdicts.map(told),
        told(verifyRequirement(startRun(model), { symbolId: 'T::enough', subjectId: 'T::pump' }).verdict!),
        ...validateInstance(startRun(model), 'T::pump').verdicts.map(told),
        valueText(evaluate(startRun(model), { expression: 'total', subjectId: 'T::pump' }).result!)
    ]).toEqual(['holds', 'holds', 'holds', 'holds', '8']);
});

it('a requirement that an assertion declares is about what stands after by, wherever it is declared; that is what states it', () => {
    const model = modelOf(`part def Tank { attribute cap = 5; } requirement def Rq { subject t : Tank; require constraint { t.cap > 0 } }
        part a : Tank { part m { attribute least = 9; satisfy requirement r1 : Rq by a; satisfy requirement r2 : Rq by a { require constraint { t.cap > least } } } }
        part def H :> Tank { satisfy requirement r3 : Rq by that; satisfy requirement r4 : Rq by self; } part h : H;
        part e { part x : Tank; part y { satisfy requirement r5 : Rq by x; satisfy requirement r6 : Rq by e.x; } }`);
    const tellAll = (verdicts: readonly Verdict[]): string[] => verdicts.map(v => `${v.element}: ${told(v)}`);
    expect(tellAll(verifySatisfaction(startRun(model), '').verdicts)).toEqual([
        'satisfy r1 by a: holds',
        'satisfy r2 by a: t.cap > least',
        'satisfy r3 by that: holds',
        'satisfy r4 by self: holds',
        'satisfy r5 by x: holds',
        'satisfy r6 by e.x: holds'
    ]);
    expect(tellAll(validateInstance(startRun(model), 'T::h').verdicts)).toEqual(['satisfy r3 by that: holds', 'satisfy r4 by self: holds']);
});
