/**
 * Declares the subjects of requirements and cases that have inputs, actors or stakeholders and no subject: their first parameter is the
 * subject (SysML `validateRequirementDefinitionSubjectParameterPosition` and its kin).
 */
import type { Declaration } from '../notation/declaration.js';

/** The kinds of requirements and cases that a migration declares. */
const WITH_SUBJECT: ReadonlySet<string> = new Set(['requirement', 'concern', 'viewpoint', 'use case', 'analysis', 'verification']);
const INPUTS: ReadonlySet<string> = new Set(['actor', 'stakeholder']);
const DIRECTIONS: ReadonlySet<unknown> = new Set(['in', 'inout']);

/** Declares the subjects that are missing below a declaration. */
export function declareSubjects(root: Declaration): void {
    const open = [root];
    for (let owner = open.pop(); owner !== undefined; owner = open.pop()) {
        const members = owner.declarations();
        if (WITH_SUBJECT.has(owner.kind) && members.some(isInput) && !members.some(({ keyword }) => keyword === 'subject')) {
            owner.declare('subject', '', 'parameter', -1);
        }
        open.push(...members);
    }
}

const isInput = ({ keyword, prefixes }: Declaration): boolean => INPUTS.has(keyword) || prefixes.some(prefix => DIRECTIONS.has(prefix));
