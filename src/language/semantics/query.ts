/** Answers the questions of the table of implied relationships from the resolver. */
import type { SemanticQuery } from './implied.js';
export const semanticQuery: SemanticQuery = {};
