/** What the limit of a container bounds: the memory that the process counts on, and with it the bytes in flight. */
import { totalmem } from 'node:os';
import { afterEach, describe, expect, test, vi } from 'vitest';

const GIB = 2 ** 30;

vi.mock('node:os', async original => ({ ...(await original<object>()), totalmem: vi.fn(() => 64 * 2 ** 30) }));

/** What the modules that read the limits when they are loaded make of a limit of the container and the memory of the machine. */
async function limitsWith(constrained: number, machine: number): Promise<readonly [available: number, inFlight: number]> {
    vi.spyOn(process, 'constrainedMemory').mockReturnValue(constrained);
    vi.mocked(totalmem).mockReturnValue(machine);
    vi.resetModules();
    const { availableMemory } = await import('../../src/service/memory.js');
    const { BYTES_IN_FLIGHT } = await import('../../src/service/transports/http/bodies.js');
    return [availableMemory(), BYTES_IN_FLIGHT];
}

afterEach(() => vi.restoreAllMocks());

describe('the memory of a container', () => {
    test.each([
        ['no limit, told as 0', 0, 64 * GIB, 64 * GIB, GIB],
        ['no limit, told as a large number', 2 ** 64, 8 * GIB, 8 * GIB, GIB / 2],
        ['a limit below the memory of the machine', 8 * GIB, 64 * GIB, 8 * GIB, GIB / 2],
        ['a limit above it', 64 * GIB, 12 * GIB, 12 * GIB, (12 * GIB) / 16],
        ['a small limit: a quarter GiB stays in flight', GIB, 64 * GIB, GIB, GIB / 4]
    ])('%s', async (_, constrained, machine, available, inFlight) => {
        expect(await limitsWith(constrained, machine)).toEqual([available, inFlight]);
    });
});
