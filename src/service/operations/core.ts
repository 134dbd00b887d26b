// The types of the language core that operations use, narrow enough for a test double.

import type { Workspace } from '../../language/workspace/workspace.js';

export type { Diagnostic } from '../../language/workspace/diagnostics.js';
export type { Document, SourceDocument } from '../../language/workspace/document.js';
export type { Model } from '../../language/workspace/workspace.js';

/** Parses and keeps models. */
export type ModelWorkspace = Pick<Workspace, 'library' | 'parse' | 'parseFresh' | 'parseOnly' | 'get' | 'drop'>;
