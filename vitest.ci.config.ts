// Both suites in one run: `npm run test:ci`. Modules and the library are loaded once for both, and each proof runs once, with the cases
// that the long suite takes.

import { defineConfig } from 'vitest/config';
import long from './vitest.long.config.js';

export default defineConfig({ test: { ...long.test, include: ['test/**/*.test.ts'] } });
