// The table of operations. A procedure without an entry answers `unimplemented`; the service advertises what the entries provide. To add an
// operation, write `operations/<name>.ts` (an `Operation` from operation.ts) and an entry here.

import { applyEdits } from './apply-edits.js';
import { checkBehavior } from './check-behavior.js';
import { compareResults } from './compare-results.js';
import { convert } from './convert.js';
import { executeAction, executeState } from './behaviour.js';
import { evaluate } from './evaluate.js';
import { evaluateCalc } from './evaluate-calc.js';
import { exportGraphs } from './export-graphs.js';
import { getDiagnostics } from './get-diagnostics.js';
import { getServerInfo } from './server-info.js';
import { getSymbol } from './get-symbol.js';
import { importData } from './import-data.js';
import { instantiate } from './instantiate.js';
import { listEngines } from './list-engines.js';
import { migrate } from './migrate.js';
import type { Registry } from './operation.js';
import { parseFile } from './parse-file.js';
import { parseSources } from './parse-sources.js';
import { query } from './query.js';
import { recordRun } from './record-run.js';
import { renderDocument } from './render-document.js';
import { renderView } from './render-view.js';
import { runAnalysis } from './run-analysis.js';
import { runDocumentQuery } from './run-document-query.js';
import { runRuns } from './run-runs.js';
import { runSweep } from './run-sweep.js';
import { selfCheck } from './self-check.js';
import { validateInstance, verifyConstraint, verifyRequirement, verifySatisfaction } from './verify.js';

export const OPERATIONS: Required<Registry> = {
    GetServerInfo: getServerInfo,
    ParseFile: parseFile,
    ParseSources: parseSources,
    GetSymbol: getSymbol,
    GetDiagnostics: getDiagnostics,
    Evaluate: evaluate,
    Instantiate: instantiate,
    ExecuteAction: executeAction,
    ExecuteState: executeState,
    ExportGraphs: exportGraphs,
    EvaluateCalc: evaluateCalc,
    RunAnalysis: runAnalysis,
    RunSweep: runSweep,
    VerifyConstraint: verifyConstraint,
    VerifyRequirement: verifyRequirement,
    VerifySatisfaction: verifySatisfaction,
    ValidateInstance: validateInstance,
    Convert: convert,
    Migrate: migrate,
    RenderView: renderView,
    Query: query,
    RenderDocument: renderDocument,
    RunDocumentQuery: runDocumentQuery,
    ListEngines: listEngines,
    CheckBehavior: checkBehavior,
    RunRuns: runRuns,
    RecordRun: recordRun,
    ImportData: importData,
    CompareResults: compareResults,
    SelfCheck: selfCheck,
    ApplyEdits: applyEdits
};
