// RecordRun on the wire: what becomes of a run in the model, where it goes, and what it refuses (contract: newest-operations 4).

import { beforeAll, describe, expect, it } from 'vitest';
import { type Asks, oneHost } from './one-host.js';

const CONTENT = `package Costs {
    private import ScalarValues::*;
    private import ISQ::*;
    private import SI::*;
    package Cases {
        enum def Grade { enum low; enum high; }
        part def Wheel;
        part def Vehicle { attribute mass : Real default = 10.0; part wheels : Wheel[2]; }
        part car : Vehicle;
        part truck : Vehicle { attribute :>> mass = 40.0; }
        analysis def Cost {
            subject v : Vehicle;
            in attribute rate : Real = 2.0;
            in attribute grade : Grade = Grade::high;
            objective cheap { require constraint { total < 50.0 } }
            out attribute speed : SpeedValue = 3.5 [km/h];
            out label : String = "a \\"b\\"";
            out part turning : Wheel[*] = v.wheels;
            return total : Real = v.mass * rate;
        }
        analysis cost : Cost { subject v = car; }
        analysis def Share { subject v : Vehicle; in attribute rate : Integer; return r : Integer = 6 % rate; }
        analysis share : Share { subject v = car; }
        analysis def Kinds { subject v : Vehicle; in attribute kind : Real = 2.0; return r : Real = v.mass; }
        analysis kinds : Kinds { subject v = car; }
    }
    verification def Weighed { subject v : Cases::Vehicle; return : VerificationCases::VerdictKind = VerificationCases::PassIf(v.mass > 20.0); }
    verification weighed : Weighed { subject v = Cases::car; }
}
package Chance {
    private import ScalarValues::*;
    private import RandomFunctions::*;
    part def Timer { attribute t : Real := 0.0; action tick { first start; then action a assign t := uniform(1.0, 2.0); then done; } }
    part timer : Timer;
    analysis def Study :> Simulation::MonteCarlo { subject analysed : Timer; perform action run ::> analysed.tick; attribute :>> observed : Real = analysed.t; return Mean : Real = mean; }
    analysis study : Study { subject analysed = timer; }
    part def Broken { attribute t : Real := 0.0; attribute n : Integer = 0; action tick { first start; then action a assign t := 1 / n; then done; } }
    analysis failing :> Simulation::MonteCarlo { subject analysed : Broken; perform action run ::> analysed.tick; attribute :>> observed : Real = analysed.t; }
    part def E { attribute c : Real; }
    part a : E { :>> c = 3.0; }
    part b : E { :>> c = 2.0; }
    analysis pick : TradeStudies::TradeStudy {
        subject : E = (a, b);
        objective : TradeStudies::MinimizeObjective;
        calc :>> evaluationFunction { in part e :>> alternative : E; return : Real = e.c; }
        return part :>> selectedAlternative : E;
    }
}
`;

interface Response {
    modelHash: string;
    error?: string;
    package?: string;
    definition?: string;
    records?: string[];
    source?: string;
    content?: string;
    documents?: { name: string; content: string }[];
    skipped?: string;
    reasons?: string[];
    failureReason?: string;
    run?: object;
    sweep?: { rows: unknown[] };
    sample?: { rows: unknown[] };
    result?: { realValue?: number; stringValue?: string };
}

let ask: Asks;
let modelHash: string;
const record = (analysis: string, request: object = {}): Response =>
    ask<Response>('RecordRun', { modelHash, analysisSymbolId: analysis, ...request }).response;
const real = (value: number): object => ({ realValue: value });

beforeAll(async () => {
    ask = await oneHost();
    modelHash = ask<Response>('ParseSources', { documents: [{ name: 'costs.sysml', content: CONTENT }] }).response.modelHash;
});

describe('one run', () => {
    it('becomes a definition of the case and a part of it', () => {
        const { source = '', ...rest } = record('Costs::Cases::cost');
        expect(rest).toMatchObject({
            package: 'Costs::Records',
            definition: 'Costs::Records::CostRun',
            records: ['Costs::Records::cost_run1'],
            run: { outputs: [{ name: 'speed' }, { name: 'label' }, { name: 'turning' }, { name: 'total' }] },
            documents: [{ name: 'costs.sysml' }]
        });
        expect(source.replace(/runAt = "[^"]*"/, 'runAt = ""')).toBe(`package Costs {
    package Records {
        part def CostRun :> AnalysisRecords::AnalysisRun {
            attribute :>> caseName default = "Costs::Cases::cost";
            attribute rate : ScalarValues::Real;
            attribute grade : Costs::Cases::Grade;
            attribute speed : ISQSpaceTime::SpeedValue;
            attribute label : ScalarValues::String[0..*] ordered nonunique;
            ref part turning : Costs::Cases::Wheel[0..*] ordered nonunique;
            attribute total : ScalarValues::Real[0..*] ordered nonunique;
        }
        part cost_run1 : CostRun {
            @AnalysisRecords::RecordedRun {
                runAt = "";
                tool = "sysml-workbench 0";
                command = "RecordRun Costs::Cases::cost";
                kind = "run";
            }
            attribute :>> caseName = "Costs::Cases::cost";
            attribute :>> kind = "run";
            attribute :>> 'objective' = "satisfied";
            ref :>> 'subject' = Costs::Cases::car;
            attribute :>> subjectName = "Costs::Cases::car";
            attribute :>> rate = 2.0;
            attribute :>> grade = Costs::Cases::Grade::high;
            attribute :>> speed = 3.5 [SI::km/SI::h];
            attribute :>> label = ("a \\"b\\"");
            ref :>> turning = (Costs::Cases::car.wheels#(1), Costs::Cases::car.wheels#(2));
            attribute :>> total = (20.0);
            part verdict1 : AnalysisRecords::VerdictRecord :> verdicts {
                attribute :>> kind = "objective";
                attribute :>> name = "cheap";
                attribute :>> status = "satisfied";
            }
        }
    }
}
`);
    });

    it('makes a model that is kept, whose records have the values', () => {
        const recorded = record('Costs::Cases::cost', { subjectSymbolId: 'Costs::Cases::truck', namedArguments: { rate: real(3) } });
        const value = (expression: string): Response['result'] =>
            ask<Response>('Evaluate', { modelHash: recorded.modelHash, expression }).response.result;
        expect(value('Costs::Records::cost_run1.total#(1)')).toEqual({ realValue: 120 });
        expect(value("Costs::Records::cost_run1.'objective'")).toEqual({ stringValue: 'not satisfied' });
        expect(value('Costs::Records::cost_run1.verdicts.detail#(1)')).toEqual({ stringValue: 'total < 50.0' });
    });

    it('counts on in the package that has records, and uses its definition again', () => {
        const first = record('Costs::Cases::cost');
        const second = ask<Response>('RecordRun', { modelHash: first.modelHash, analysisSymbolId: 'Costs::Cases::cost' }).response;
        expect(second.records).toEqual(['Costs::Records::cost_run2']);
        expect(second.source).not.toContain('part def');
        expect(second.content!.match(/part def CostRun/g)).toHaveLength(1);
    });

    it('states the verdict of a verification case', () => {
        const { source, package: home } = record('Costs::weighed');
        expect(home).toBe('Records');
        expect(source).toContain('attribute result : VerificationCases::VerdictKind');
        expect(source).toContain('attribute :>> verdict = "fail";');
        expect(source).toMatch(/part verification1 [^}]*name = "Costs::weighed";\s*attribute :>> status = "fail";/);
    });

    it('states the alternatives of a trade study', () => {
        const { source } = record('Chance::pick');
        expect(source).toContain('kind = "trade"');
        expect(source).toContain('ref :>> selectedAlternative = (Chance::b);');
        expect(source).toMatch(
            /alternative = "Chance::b";\s*attribute :>> score = 2.0;\s*attribute :>> result = "2.0";\s*attribute :>> selected = true;/
        );
    });
});

describe('many runs', () => {
    it('are a record a row of a sweep; rows that failed are reasons', () => {
        const int = (value: number): object => ({ intValue: value });
        const { records, skipped, reasons, sweep } = record('Costs::Cases::share', {
            ranges: [{ parameter: 'rate', start: int(0), end: int(2), step: int(1) }]
        });
        expect(sweep!.rows).toHaveLength(3);
        expect(records).toEqual(['Costs::Records::share_run1', 'Costs::Records::share_run2']);
        expect(skipped).toBe('1');
        expect(reasons).toEqual([expect.stringMatching(/^run 1 not recorded: .*division by zero/)]);
    });

    it('are a record a run of a sample, and one for its conclusion', () => {
        const { source = '', records, sample } = record('Chance::study', { runs: 2, seed: 7 });
        expect(sample!.rows).toHaveLength(2);
        expect(records).toHaveLength(3);
        expect(source.match(/iteration = \d/g)).toEqual(['iteration = 1', 'iteration = 2']);
        expect(source).toMatch(/kind = "sample";[^@]*attribute :>> runs = 2;/);
    });

    it('are nothing when no run completed', () => {
        expect(record('Chance::failing', { runs: 2, seed: 7 }).error).toBe('nothing recorded: no run completed');
    });

    it('are nothing when every row failed', () => {
        const int = { intValue: 0 };
        const { error, skipped } = record('Costs::Cases::share', {
            ranges: [{ parameter: 'rate', start: int, end: int, step: { intValue: 1 } }]
        });
        expect(error).toBe('nothing recorded: every row failed');
        expect(skipped).toBe('1');
    });
});

describe('where records go', () => {
    it('is a document of its own for a package that there is none of', () => {
        const { content, documents, records } = record('Costs::Cases::cost', { recordInto: 'Log' });
        expect(records).toEqual(['Log::cost_run1']);
        expect(content ?? '').toBe('');
        expect(documents!.map(d => d.name)).toEqual(['Log.sysml']);
        expect(documents![0].content).not.toMatch(/ $/m);
    });

    it('is a document with a number where the name is taken', () => {
        const taken = ask<Response>('ParseSources', { documents: [{ name: 'Log.sysml', content: CONTENT }] }).response.modelHash;
        const { documents } = record('Costs::Cases::cost', { modelHash: taken, recordInto: 'Log' });
        expect(documents!.map(d => d.name)).toEqual(['Log-2.sysml']);
    });

    it('has a definition with a number where another one has the name', () => {
        const content = `${CONTENT}package Log { part def CostRun; }`;
        const taken = ask<Response>('ParseSources', { documents: [{ name: 'costs.sysml', content }] }).response.modelHash;
        expect(record('Costs::Cases::cost', { modelHash: taken, recordInto: 'Log' }).definition).toBe('Log::CostRun2');
    });

    it.each([
        ['Costs::Cases::car', 'recording the run failed: Costs::Cases::car names a part usage, not a package'],
        ['ISQ', 'recording the run failed: ISQ is a package of the library, which takes no records'],
        ['Nowhere::Log', 'recording the run failed: there is no package Nowhere that could hold Nowhere::Log']
    ])('is not %s', (recordInto, error) => {
        expect(record('Costs::Cases::cost', { recordInto }).error).toBe(error);
    });
});

describe('refused is', () => {
    it.each([
        [
            'Costs::Cases::car',
            'not an analysis case: Costs::Cases::car is a part usage, not an analysis or verification case definition or usage'
        ],
        [
            'Costs::Cases::kinds',
            'recording the run failed: case Costs::Cases::kinds: parameter "kind" shares a name with a feature of AnalysisRecords::AnalysisRun'
        ],
        ['Costs::Cases::nope', 'symbol not found: Costs::Cases::nope']
    ])('%s', (analysis, error) => {
        expect(record(analysis).error).toBe(error);
    });

    it.each([
        [{ runs: 2 }, 3, 'invalid run request: random draws need a seed'],
        [{ runs: -1 }, 3, 'invalid run request: "-1" is not a number of runs to make'],
        [{ runs: 2, seed: 1, ranges: [{ parameter: 'rate', start: real(1), end: real(2), step: real(1) }] }, 3, /exclude each other/]
    ])('%j as a request', (request, code, message) => {
        const outcome = ask('RecordRun', { modelHash, analysisSymbolId: 'Chance::study', ...request });
        expect(outcome.code).toBe(code);
        expect(outcome.message).toMatch(message);
    });

    it('a model of several documents that the caller does not take', () => {
        const documents = [
            { name: 'costs.sysml', content: CONTENT },
            { name: 'b.sysml', content: 'package B;' }
        ];
        const many = ask<Response>('ParseSources', { documents }).response.modelHash;
        const request = { modelHash: many, analysisSymbolId: 'Costs::Cases::cost' };
        expect(ask('RecordRun', request)).toMatchObject({ code: 9, message: expect.stringContaining('set accept_documents') as string });
        expect(ask<Response>('RecordRun', { ...request, acceptDocuments: true }).response.documents).toHaveLength(1);
    });
});
