/** Formats by the names of files. */
import { expect, it } from 'vitest';
import { formatOfPath } from '../../src/exchange/formats.js';

it.each([
    ['models/car.sysml', 'sysml'],
    ['Base.KERML', 'sysml'],
    ['car.ttl', 'ttl'],
    ['car.turtle', 'ttl'],
    ['car.json', 'api-json'],
    ['car.sysmlx', 'xmi2'],
    ['car.kermlx', 'xmi2'],
    ['car.xmi2', 'xmi2'],
    ['car.uml', 'xmi'],
    ['folder.json/car', undefined],
    ['car.constructor', undefined]
])('%s is %s', (path, format) => {
    expect(formatOfPath(path)).toBe(format);
});
