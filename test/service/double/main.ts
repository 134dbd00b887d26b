// The service on the stand-in core as a process of its own: prints its address. For load tests and for tests that end processes.

import { start } from './start.js';

const service = await start(process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['-log-level', 'error']);
process.stdout.write(`${service.address}\n`);
process.once('SIGTERM', () => void service.shutdown().then(() => process.exit(0)));
