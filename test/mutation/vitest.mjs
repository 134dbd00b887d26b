// What test files import from `vitest`, from its own packages: they run in one process, again and again, without the rest of it.

import {
    ASYMMETRIC_MATCHERS_OBJECT,
    GLOBAL_EXPECT,
    JestAsymmetricMatchers,
    JestChaiExpect,
    JestExtend,
    getState,
    setState
} from '@vitest/expect';
import { fn, restoreAllMocks, spyOn } from '@vitest/spy';
import * as chai from 'chai';
import { mock } from 'node:test';

export { afterAll, afterEach, beforeAll, beforeEach, describe, it, onTestFinished, suite, test } from '@vitest/runner';

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = Object.assign((value, message) => chai.expect(value, message), chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
expect.getState = () => getState(expect);
expect.setState = state => setState(state, expect);
expect.extend = matchers => chai.expect.extend(expect, matchers);
expect.poll = polled;
setState(
    { assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null, expectedAssertionsNumberErrorGen: null },
    expect
);
Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: expect, configurable: true });

export const vi = {
    fn,
    spyOn,
    restoreAllMocks,
    waitFor,
    useFakeTimers: () => mock.timers.enable({ apis: ['setTimeout', 'setInterval'] }),
    advanceTimersByTime: milliseconds => mock.timers.tick(milliseconds),
    useRealTimers: () => mock.timers.reset()
};

/**
 * An assertion about what `read` returns, repeated until it holds.
 * @param keys what stands behind `expect(…)` so far: `not`, `toEqual` …
 */
function polled(read, options, keys = []) {
    const attempt = async args => {
        let [owner, found] = [undefined, chai.expect(await read())];
        for (const key of keys) {
            [owner, found] = [found, found[key]];
        }
        return found.apply(owner, args);
    };
    return new Proxy(() => undefined, {
        get: (_, key) => polled(read, options, [...keys, key]),
        apply: (_, __, args) => waitFor(() => attempt(args), options)
    });
}

async function waitFor(condition, { timeout = 1000, interval = 50 } = {}) {
    for (const end = performance.now() + timeout; ; await new Promise(resolve => setTimeout(resolve, interval))) {
        try {
            return await condition();
        } catch (error) {
            if (performance.now() > end) {
                throw error;
            }
        }
    }
}
