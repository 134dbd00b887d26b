// A request for each procedure, about one model that has something for all of them.

import type { MethodName } from '../../src/wire/methods.js';

export const CONTENT = `package P {
    private import ScalarValues::*;
    private import DocumentQueries::*;
    private import KerML::Root::Element;
    private import Views::*;
    part def Wheel { attribute size : Integer = 3; }
    part def Car {
        part wheels : Wheel[4];
        attribute mass : Real = 7.5;
        attribute total : Integer = 4 + 38;
        assert constraint light { mass < 10.0 }
    }
    part car : Car;
    calc def Half { in x : Real; return : Real = x / 2.0; }
    constraint def Under { in x : Real = 1.0; x <= 10.0 }
    constraint under : Under;
    requirement def Light { subject c : Car; require constraint { c.mass <= 10.0 } }
    requirement light : Light { subject c = car; }
    satisfy light by car;
    action race {
        out attribute w : Integer;
        first start; then f; fork f; then a; then b;
        action a { assign w := 1; }
        action b { assign w := 2; }
    }
    item def Toggle;
    state def Lamp { entry; then off; state off; state on;
        transition first off accept Toggle then on; transition first on accept Toggle then off; }
    analysis def Mass { subject c : Car; in attribute factor : Real; return attribute r : Real = c.mass * factor; }
    analysis mass : Mass { subject c = car; }
    calc def Names :> Query { in root : Element; Project(OwnedElements(root), ("name", "qualifiedName")) }
    part def Report :> Document {
        attribute redefines title = "Report";
        part table : Table { attribute redefines caption = "Parts"; calc rows : Names { in root = car; } }
    }
    view wiring { expose Car::*; render asTreeDiagram; }
}`;

const real = (value: number): object => ({ realValue: value });

/** A v1 model of a package, in base64. */
const V1_MODEL = Buffer.from(
    '<uml:Model xmlns:xmi="http://www.omg.org/spec/XMI/20131001" xmlns:uml="http://www.omg.org/spec/UML/20131001" xmi:id="m" name="M">' +
        '<packagedElement xmi:type="uml:Package" xmi:id="p" name="P"/></uml:Model>'
).toString('base64');

/** By procedure; the hash of the model is added to those that name one. */
export const REQUESTS: Readonly<Record<MethodName, object>> = {
    GetServerInfo: {},
    ParseFile: { content: CONTENT },
    ParseSources: { documents: [{ name: 'p.sysml', content: CONTENT }] },
    GetSymbol: { symbolId: 'P::Car' },
    GetDiagnostics: {},
    Evaluate: { expression: 'car.total + 1', contextSymbolId: 'P' },
    Instantiate: { symbolId: 'P::car' },
    ExecuteAction: { actionSymbolId: 'P::race', schedule: 'explore' },
    ExecuteState: { stateMachineSymbolId: 'P::Lamp', events: ['Toggle', 'Toggle', 'Toggle'], trace: true },
    Convert: { toFormat: 'ttl' },
    Migrate: { content: V1_MODEL, fromFormat: 'xmi', toFormat: 'sysml', report: true },
    ApplyEdits: { operations: [{ setValue: { target: 'P::Car::mass', value: '8.25' } }] },
    VerifyConstraint: { symbolId: 'P::under' },
    VerifyRequirement: { symbolId: 'P::light' },
    VerifySatisfaction: {},
    ValidateInstance: { symbolId: 'P::car' },
    EvaluateCalc: { symbolId: 'P::Half', arguments: [real(5)] },
    RunAnalysis: { symbolId: 'P::mass', arguments: [real(2)] },
    RunSweep: { symbolId: 'P::Half', ranges: [{ parameter: 'x', start: real(1), end: real(4), step: real(0.5) }] },
    ListEngines: {},
    RunRuns: { actionSymbolId: 'P::race', runs: 2, draws: 'average' },
    RecordRun: { analysisSymbolId: 'P::mass', arguments: [real(2)] },
    ImportData: { imports: [{ name: 'cars.csv', content: 'element,mass\nP::car,900.5\n' }] },
    CompareResults: {
        results: JSON.stringify({ source: 'v1.xmi', configurations: [{ id: 'c', name: 'race', observables: [], snapshots: [] }] }),
        draws: 'average'
    },
    SelfCheck: {},
    CheckBehavior: { stateMachineSymbolId: 'P::Lamp' },
    Query: { query: { scope: ['P::Car'] } },
    RunDocumentQuery: { queryId: 'P::Names', bindings: [{ parameter: 'root', values: [{ elementId: 'P::car' }] }] },
    RenderDocument: { documentId: 'P::Report' },
    RenderView: { view: 'P::wiring', ports: 'full' },
    ExportGraphs: { subject: 'P::Lamp' }
};

/** The request with the hash of its model. */
export function requestFor(method: keyof typeof REQUESTS, modelHash: string): object {
    const namesNone = ['GetServerInfo', 'ParseFile', 'ParseSources', 'Migrate', 'ListEngines'].includes(method);
    return namesNone ? REQUESTS[method] : { modelHash, ...REQUESTS[method] };
}

export const NAMES = Object.keys(REQUESTS) as (keyof typeof REQUESTS)[];

/** Keys of what depends on the time: how long something took, and when a record was made. */
const TIMED: ReadonlySet<string> = new Set(['elapsedMicros', 'lines']);

/** An answer without the times that it took, and without those of records. */
export function comparable(answer: unknown): unknown {
    return JSON.parse(
        JSON.stringify(answer, (key, value: unknown) => {
            if (TIMED.has(key)) {
                return undefined;
            }
            const isRecording = typeof value === 'object' && value !== null && 'records' in value;
            const timeless = isRecording ? { ...value, modelHash: '' } : value;
            return typeof timeless === 'string' ? timeless.replace(/runAt = "[^"]*"/g, 'runAt = ""') : timeless;
        })
    );
}
