import type { init } from 'z3-solver/build/low-level/index.js';

export function scriptAnswer(loaded: Awaited<ReturnType<typeof init>>, script: string): Promise<string>;
