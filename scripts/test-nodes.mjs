// Runs the quick suite on every version of Node that the project supports: `npm run test:nodes -- [VERSION…] [-- FILES…]`. Each version is
// npm's package `node`, which brings the program; nothing is installed in the project.

import { spawnSync } from 'node:child_process';

/** The majors of `engines` that are maintained. */
const VERSIONS = ['20', '22', '24'];

const [versions, files] = split(process.argv.slice(2));

/** The arguments before and behind `--`. */
function split(args) {
    const at = args.indexOf('--');
    return at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
}

const failed = (versions.length > 0 ? versions : VERSIONS).filter(version => {
    console.log(`\nNode ${version}`);
    const options = { stdio: 'inherit', shell: process.platform === 'win32' };
    return (
        spawnSync('npx', ['--yes', '--package', `node@${version}`, 'node', 'node_modules/vitest/vitest.mjs', 'run', ...files], options)
            .status !== 0
    );
});
console.log(failed.length === 0 ? '\nEvery version passes.' : `\nFailed on Node ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
