/** What the limit of a container bounds: the memory that the process counts on, and with it the bytes in flight. */
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { availableMemory } from '../../src/service/memory.js';
import { bytesInFlight } from '../../src/service/transports/http/bodies.js';

const GIB = 2 ** 30;

/** What is made of a limit of the container and the memory of the machine. */
function limitsWith(constrained: number, machine: number): readonly [available: number, inFlight: number] {
    vi.spyOn(process, 'constrainedMemory').mockReturnValue(constrained);
    vi.spyOn(os, 'totalmem').mockReturnValue(machine);
    // the modules import the function by its name
    syncBuiltinESMExports();
    return [availableMemory(), bytesInFlight(availableMemory())];
}

afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
});

describe('the memory of a container', () => {
    test.each([
        ['no limit, told as 0', 0, 64 * GIB, 64 * GIB, GIB],
        ['no limit, told as a large number', 2 ** 64, 8 * GIB, 8 * GIB, GIB / 2],
        ['a limit below the memory of the machine', 8 * GIB, 64 * GIB, 8 * GIB, GIB / 2],
        ['a limit above it', 64 * GIB, 12 * GIB, 12 * GIB, (12 * GIB) / 16],
        ['a small limit: a quarter GiB stays in flight', GIB, 64 * GIB, GIB, GIB / 4]
    ])('%s', (_, constrained, machine, available, inFlight) => {
        expect(limitsWith(constrained, machine)).toEqual([available, inFlight]);
    });
});
