/**
 * The packages of the lock file run on the versions of Node that the project promises (`engines`, README): those that are shipped on the
 * first one of each line, those for development on a current one. Optional packages are left out by npm where they do not fit.
 */
import { readFileSync } from 'node:fs';
import semver from 'semver';
import { expect, it } from 'vitest';

interface Locked {
    readonly dev?: boolean;
    readonly optional?: boolean;
    readonly devOptional?: boolean;
    readonly engines?: { readonly node?: string };
}

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
const { engines } = read('package.json') as { readonly engines: { readonly node: string } };
const { packages } = read('package-lock.json') as { readonly packages: Readonly<Record<string, Locked>> };

const SHIPPED_ON = [semver.minVersion(engines.node)!.version, '22.0.0', '24.0.0'];
const DEVELOPED_ON = ['20.20.0', '22.20.0', '24.11.0'];

it('the packages of the lock file fit Node 20, 22 and 24', () => {
    const unfit = Object.entries(packages).flatMap(([name, { dev, optional, devOptional, engines: needs }]) => {
        const versions = dev || devOptional ? DEVELOPED_ON : SHIPPED_ON;
        const missed = versions.filter(version => !semver.satisfies(version, needs?.node ?? '*'));
        return optional === true || missed.length === 0 ? [] : [`${name} needs ${needs?.node}, which is not ${missed.join(', ')}`];
    });
    expect(unfit).toEqual([]);
});
