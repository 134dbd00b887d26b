/** Which tokens of one flow may move, and until when the others cannot. Does not depend on bodies or on the order of moves. */
import { earlier, FlowWait, type Mover, type Stillness } from './nested-flows.js';
import { isGathered, type Token, type Tokens } from './tokens.js';

/** Nothing can move, at any clock time and after any message. */
const STILL: Stillness = { due: undefined, awaitsMessages: false };

/** The only token of a flow that can move before the clock advances or a message arrives; undefined if there are several or none. */
export function onlyMoverOf(present: Tokens): Mover | undefined {
    const tokens = present.all;
    if (tokens.length === 1) {
        return { token: tokens[0], ...STILL };
    }
    const performing = tokens.filter(t => t.wait instanceof FlowWait);
    const token = performing.length < 2 ? performing[0] : (performing.find(t => stillnessOfOne(t, present) === undefined) ?? performing[0]);
    const others =
        token &&
        stillnessOf(
            tokens.filter(t => t !== token),
            present
        );
    return others && { token, ...others };
}

/** The stillness of several tokens together. @param present all tokens of their flow */
export function stillnessOf(tokens: readonly Token[], present: Tokens): Stillness | undefined {
    let { due, awaitsMessages } = STILL;
    for (const token of tokens) {
        const still = stillnessOfOne(token, present);
        if (still === undefined) {
            return undefined;
        }
        due = earlier(due, still.due);
        awaitsMessages ||= still.awaitsMessages;
    }
    return { due, awaitsMessages };
}

function stillnessOfOne(token: Token, present: Tokens): Stillness | undefined {
    if (token.body === undefined && token.node.gathers && !isGathered(token, present)) {
        return STILL;
    }
    const wait = token.acceptance ?? token.wait;
    if (wait instanceof FlowWait) {
        return wait.flow.stillUntil();
    }
    if (wait === undefined || wait.ready()) {
        return undefined;
    }
    const awaitsMessages = wait.isEndedByArrivals === true;
    return awaitsMessages || wait.kind === 'time' ? { due: wait.due(), awaitsMessages } : undefined;
}
