/** The tables of checks by tier. A new family of rules is a file beside this one and a line here. */
import type { Tier } from './validation.js';
import { nameChecks } from './names.js';

export const TIERS: readonly Tier[] = [
    { name: 'syntax', tables: [] },
    { name: 'names', tables: [nameChecks] },
    { name: 'types', tables: [] },
    { name: 'constraints', tables: [] }
];
