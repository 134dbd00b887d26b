/** One turn of the event loop: what a test that computes for long gives the runner's messages now and then. */
export const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** What a computation finds in each of many things, with a turn between them. */
export async function foundInEach<T, F>(all: readonly T[], find: (one: T) => readonly F[]): Promise<F[]> {
    const found: F[] = [];
    for (const one of all) {
        found.push(...find(one));
        await turn();
    }
    return found;
}
