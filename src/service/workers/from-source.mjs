// Entry of a worker thread when the project runs from its TypeScript sources: loaders of the main thread do not reach into workers.

import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
