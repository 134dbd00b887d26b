/**
 * Random texts of any code points but halves of pairs, and now and then the name of what every object has. fast-check's own texts
 * (`unit: 'binary'`) are the same, but make a table of a million code points first: seconds of each process, and 100 MB that it keeps.
 */
import fc from 'fast-check';

const HALVES = { first: 0xd800, count: 0x800 };

const point = fc.oneof(fc.nat(0x7f), fc.nat(0xffff - HALVES.count), fc.nat(0x10ffff - HALVES.count));

export const anyText = (maxLength = 10): fc.Arbitrary<string> =>
    fc.oneof(
        {
            weight: 9,
            arbitrary: fc
                .array(point, { maxLength })
                .map(points => String.fromCodePoint(...points.map(at => (at < HALVES.first ? at : at + HALVES.count))))
        },
        { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf') }
    );
