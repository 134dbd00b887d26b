// A thread at rest gives memory back without a file descriptor: one that fails for the lack of it would end, and its models with it.

import { afterEach, expect, it, vi } from 'vitest';
import { CollectionAtRest } from '../../src/service/garbage.js';

afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
});

it('reads no file to see how large its heap is', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const usage = vi.spyOn(process, 'memoryUsage').mockImplementation(() => {
        throw new Error('EMFILE: too many open files, uv_resident_set_memory');
    });
    new CollectionAtRest().work();
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(usage).not.toHaveBeenCalled();
});
