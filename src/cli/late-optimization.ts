/** How soon V8 optimizes the code of a command that ends. */
import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';

/**
 * The flag by major version of Node. V8 compiles a function again once it has run for so long; most functions of a command that ends after
 * a second do not repay that. Four times V8's own value takes a quarter off the processor time of a check of 350 KB and of a conversion.
 * From Node 24 on a faster compiler is the first, and later optimization saves nothing.
 */
const FLAGS: Readonly<Record<string, string>> = {
    20: '--interrupt-budget=300000',
    22: '--invocation-count-for-turbofan=12000'
};

/** The flag for this version of Node; undefined if it needs none. */
export function lateOptimization(): string | undefined {
    const [major] = versions.node.split('.');
    return Object.hasOwn(FLAGS, major) ? FLAGS[major] : undefined;
}

/** Makes V8 optimize code later in this process and its threads. Not for services: their calls would stay slow for longer. */
export function optimizeLate(): void {
    const flag = lateOptimization();
    if (flag !== undefined) {
        setFlagsFromString(flag);
    }
}
