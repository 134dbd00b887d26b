// The operations there are. A procedure without an entry answers `unimplemented`, and what an entry provides is advertised: to serve one
// more, write `operations/<name>.ts` (an `Operation` from operation.ts, which documents what a call may use) and add it here.

import { getDiagnostics } from './get-diagnostics.js';
import { getServerInfo } from './server-info.js';
import { getSymbol } from './get-symbol.js';
import type { Registry } from './operation.js';
import { parseFile } from './parse-file.js';
import { parseSources } from './parse-sources.js';

export const OPERATIONS: Registry = {
    GetServerInfo: getServerInfo,
    ParseFile: parseFile,
    ParseSources: parseSources,
    GetSymbol: getSymbol,
    GetDiagnostics: getDiagnostics
};
