/** Entry of the thread of a session: evaluates models with a deep stack, while the starting thread reads a terminal or sockets. */
import { parentPort, workerData } from 'node:worker_threads';
import { projectLibrary } from '../exchange/packages/index.js';
import { interruptible, serveSession } from '../hosts/thread/server.js';
import type { SessionThreadData } from '../hosts/thread/messages.js';
import { newSession } from '../session/index.js';
import { nodeCommands, nodeHost } from './session-host.js';

const { interruption, library, theme } = workerData as SessionThreadData;
const checkCancelled = interruptible(interruption);

serveSession(parentPort!, interruption, progress =>
    newSession({ ...nodeHost(projectLibrary(['.'], library).library, checkCancelled), theme, progress }, nodeCommands())
);
