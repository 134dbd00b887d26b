/** Runs a case or an action up to its first use of a tool, for `%tool` (contract: newest-operations 1.4). */
import { type BehaviourOptions, executeAction } from '../../runtime/behaviour/index.js';
import { isBehavior } from '../../runtime/evaluation/index.js';
import { isAnalysisCase, isVerificationCase, runAnalysis } from '../../runtime/verification/index.js';
import type { Session } from '../session.js';
import { policyFrom } from '../settings.js';
import { callOf, valuesOf } from './arguments.js';
import { bare } from './command.js';
import { subjectPath } from './verdicts.js';

/**
 * Runs a case or an action once.
 * @param argument `name(arguments) object`
 * @param limits with the tools that the run may reach
 * @returns the name of the case or action; undefined if none is named
 * @throws CellFailure for a failed run, and the exceptions of the tools
 */
export function runOf(session: Session, argument: string, limits: BehaviourOptions): string | undefined {
    const call = callOf(argument);
    if (call === undefined) {
        return undefined;
    }
    const { element, id, holder } = session.element(call.name);
    const object = call.rest[0] === undefined ? holder : subjectPath(session, bare(call.rest[0]));
    const policy = policyFrom(session.settings);
    if (isBehavior(element) && !isAnalysisCase(element) && !isVerificationCase(element)) {
        const inputs = (run: Parameters<typeof valuesOf>[1]) => valuesOf(session, run, call.texts, id).named;
        const { error } = executeAction(
            session.model,
            { action: id, policy, inputs, ...(object !== undefined && { performer: object }) },
            limits
        );
        if (error !== '') {
            throw session.failed('CommandError', { error });
        }
        return id;
    }
    const answer = runAnalysis(
        session.model,
        { symbolId: id, subjectId: object ?? '', policy, arguments: run => valuesOf(session, run, call.texts, id) },
        limits
    );
    if (answer.error !== undefined) {
        throw session.failed('CommandError', { error: answer.error, unknown: answer.unknown });
    }
    return id;
}
