import type { SourceDocument } from '../src/language/workspace/workspace.js';

/** The documents of a system of about so many elements. */
export function systemOf(elements: number): SourceDocument[];
