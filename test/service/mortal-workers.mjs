// Loaded before the service (`--import`): each SIGUSR2 ends one of its worker threads, in the middle of whatever it does.

import { syncBuiltinESMExports } from 'node:module';
import threads, { isMainThread } from 'node:worker_threads';

if (isMainThread) {
    const alive = [];
    threads.Worker = class extends threads.Worker {
        constructor(...settings) {
            super(...settings);
            alive.push(this);
            this.once('exit', () => alive.splice(alive.indexOf(this), 1));
        }
    };
    syncBuiltinESMExports();
    let signals = 0;
    // each signal ends another one, since the first of them may be the one that is kept for new calls
    process.on('SIGUSR2', () => void alive[signals++ % alive.length]?.terminate());
}
