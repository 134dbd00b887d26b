// The service on the stand-in core as a process of its own: prints its address, or speaks frames. For load tests and for tests that end
// processes.

import { start } from './start.js';

const args = process.argv.slice(2);
const service = await start(args.length > 0 ? args : ['-log-level', 'error']);
if (service.address !== undefined) {
    process.stdout.write(`${service.address}\n`);
}
const stop = (): void => void service.shutdown().then(() => process.exit(0));
process.once('SIGTERM', stop);
void service.ended.then(stop);
