// The language core as the operations see it: one place to import its types from, narrow enough for a test double.

import type { Workspace } from '../../language/workspace/workspace.js';

export type { Diagnostic } from '../../language/workspace/diagnostics.js';
export type { Document, SourceDocument } from '../../language/workspace/document.js';
export type { Model } from '../../language/workspace/workspace.js';

/** Where models are parsed and kept. */
export type ModelWorkspace = Pick<Workspace, 'library' | 'parse' | 'parseFresh' | 'parseOnly' | 'get' | 'drop'>;
