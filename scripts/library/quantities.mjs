// Writes the notation of quantities and units from the tables in library/tables: one row a quantity, a unit or a prefix.
// Knows the shapes in which the quantity packages declare things (clause 9.8 of the SysML standard) and nothing of parsing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Columns of each table, in order. A row of a table has exactly these cells; an empty cell is an empty string. */
export const COLUMNS = {
    quantities: ['package', 'kind', 'name', 'type', 'dimension'],
    units: ['package', 'kind', 'name', 'symbol', 'type', 'of', 'factor', 'exact'],
    prefixes: ['package', 'name', 'symbol', 'factor']
};

/** The base quantities of the International System: the letter of the dimension and the name of its power factor. */
const BASE_DIMENSIONS = {
    L: 'lengthPF',
    M: 'massPF',
    T: 'durationPF',
    I: 'electricCurrentPF',
    Θ: 'thermodynamicTemperaturePF',
    N: 'amountOfSubstancePF',
    J: 'luminousIntensityPF'
};

const RESERVED = new Set(
    (
        'about abstract accept action actor after alias all allocate allocation analysis and as assert assign assume at attribute bind binding by calc ' +
        'case comment concern connect connection constant constraint crosses decide def default defined dependency derived do doc else end entry enum ' +
        'event exhibit exit expose false filter first flow for fork frame from hastype if implies import in include individual inout interface istype ' +
        'item join language library locale loop merge message meta metadata nonunique not null objective occurrence of or ordered out package parallel ' +
        'part perform port private protected public redefines ref references render rendering rep require requirement return satisfy send snapshot ' +
        'specializes stakeholder standard state subject subsets succession terminate then timeslice to transition true until use variant variation ' +
        'verification verify via view viewpoint when while xor'
    ).split(' ')
);

/** A name as SysML notation writes it: bare when it is a basic name and not reserved, in quotes otherwise. */
export function quoted(name) {
    return /^[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name) ? name : `'${name.replace(/[\\']/g, '\\$&')}'`;
}

/**
 * Reads one table.
 * @param {string} folder the folder of the tables
 * @param {keyof typeof COLUMNS} table its name
 * @returns {Record<string, string>[]} a record a row
 * @throws when the heading or the number of cells of a row is not that of COLUMNS
 */
export function readTable(folder, table) {
    const columns = COLUMNS[table];
    const [heading, ...lines] = readFileSync(join(folder, `${table}.tsv`), 'utf8')
        .replace(/\n$/, '')
        .split('\n');
    if (heading !== columns.join('\t')) throw new Error(`${table}.tsv: the heading must be ${columns.join(', ')}`);
    return lines.map((line, i) => {
        const cells = line.split('\t');
        if (cells.length !== columns.length) throw new Error(`${table}.tsv:${i + 2}: ${cells.length} cells, expected ${columns.length}`);
        return Object.fromEntries(columns.map((column, c) => [column, cells[c]]));
    });
}

/**
 * The factors of a dimension, in the order in which they are written: `L-3 M1` is length to the power -3 times mass.
 * @throws when a letter is no base dimension
 */
export function dimensionFactors(dimension) {
    return dimension.split(' ').map(text => {
        const [, letter, exponent] = /^(\p{L})(-?\d+(?:\/\d+)?)$/u.exec(text) ?? [];
        const factor = BASE_DIMENSIONS[letter];
        if (!factor) throw new Error(`no base dimension in '${text}'`);
        return { letter, factor, exponent: exponent.replace('/', ' / ') };
    });
}

const capital = name => name[0].toUpperCase() + name.slice(1);
const small = name => name[0].toLowerCase() + name.slice(1);

function valueType({ type }) {
    return [
        `attribute def ${quoted(`${type}Value`)} :> ScalarQuantityValue {`,
        '    attribute :>> num : Real;',
        `    attribute :>> mRef : ${quoted(`${type}Unit`)}[1];`,
        '}'
    ];
}

function powerFactor({ letter, factor, exponent }) {
    return [
        `    private attribute ${factor} : QuantityPowerFactor[1] {`,
        `        :>> quantity = 'International System of Quantities'.${quoted(letter)};`,
        `        :>> exponent = ${exponent};`,
        '    }'
    ];
}

function unitType({ type, dimension }, general) {
    const factors = dimensionFactors(dimension);
    const names = factors.map(f => f.factor).join(', ');
    return [
        `attribute def ${quoted(`${type}Unit`)} :> ${general} {`,
        ...factors.flatMap(powerFactor),
        '    attribute :>> quantityDimension {',
        `        :>> quantityPowerFactors = ${factors.length > 1 ? `(${names})` : names};`,
        '    }',
        '}'
    ];
}

function scalar(row, unit) {
    return [valueType(row), [`attribute ${quoted(row.name)} : ${quoted(`${row.type}Value`)}[*] nonunique :> scalarQuantities;`], unit];
}

/** What each kind of row declares: blocks of lines, without indentation. */
const QUANTITY_KINDS = {
    base: row => scalar(row, unitType(row, 'SimpleUnit')),
    derived: row => scalar(row, unitType(row, 'DerivedUnit')),
    ratio: row => scalar(row, [`attribute def ${quoted(`${row.type}Unit`)} :> DimensionOneUnit;`]),
    number: row => [
        [`attribute def ${quoted(`${row.type}Value`)} :> DimensionOneValue;`],
        [`attribute ${quoted(row.name)} : ${quoted(`${row.type}Value`)} :> scalarQuantities;`]
    ],
    use: row => [[`attribute ${quoted(row.name)} : ${row.type} :> scalarQuantities;`]],
    freeVector: row => vector(row, false),
    boundVector: row => vector(row, true),
    frame: row => [
        [
            `attribute def ${capital(row.name)} :> '3dCoordinateFrame' {`,
            '    attribute :>> isBound = false;',
            '    attribute :>> isOrthogonal = true;',
            `    attribute :>> mRefs : ${row.type}[3];`,
            '}'
        ]
    ],
    tensor: row => [
        [
            `attribute def Cartesian3d${capital(row.name)} :> TensorQuantityValue {`,
            '    attribute :>> isBound = false;',
            '    attribute :>> num : Real[9];',
            `    attribute :>> mRef : ${row.type}[1];`,
            '}'
        ],
        [`attribute ${small(row.name)} : Cartesian3d${capital(row.name)} :> tensorQuantities;`]
    ],
    tensorReference: row => [
        [
            `attribute def ${capital(row.name)} :> TensorMeasurementReference {`,
            '    attribute :>> dimensions = (3, 3);',
            '    attribute :>> isBound = false;',
            `    attribute :>> mRefs : ${row.type}[9];`,
            '}'
        ]
    ]
};

function vector(row, isBound) {
    return [
        [
            `attribute def ${capital(row.name)} :> '3dVectorQuantityValue' {`,
            `    attribute :>> isBound = ${isBound};`,
            `    attribute :>> mRef : ${row.type}[1];`,
            '}'
        ],
        [`attribute ${small(row.name)} : ${capital(row.name)} :> vectorQuantities;`]
    ];
}

function unitHead({ name, symbol, type }) {
    return `attribute ${symbol ? `<${quoted(symbol)}> ` : ''}${quoted(name)} : ${type}`;
}

/** A unit that another unit converts to: by a prefix, or by a factor that is exact unless the row says otherwise. */
function convertedUnit(row, conversion, features) {
    return [
        [
            `${unitHead(row)} {`,
            `    :>> unitConversion : ${conversion} {`,
            ...features.map(([feature, value]) => `        :>> ${feature} = ${value};`),
            '    }',
            '}'
        ]
    ];
}

const UNIT_KINDS = {
    base: row => [[`${unitHead(row)};`]],
    derived: row => [[`${unitHead(row)} = ${row.of};`]],
    prefix: row =>
        convertedUnit(row, 'ConversionByPrefix', [
            ['prefix', row.factor],
            ['referenceUnit', row.of]
        ]),
    convention: row =>
        convertedUnit(row, 'ConversionByConvention', [
            ['referenceUnit', row.of],
            ['conversionFactor', row.factor],
            ...(row.exact ? [['isExact', row.exact]] : [])
        ])
};

function prefixBlocks({ name, symbol, factor }) {
    return [
        [
            `attribute ${name} : UnitPrefix {`,
            `    :>> longName = "${name}";`,
            `    :>> symbol = "${symbol}";`,
            `    :>> conversionFactor = ${factor};`,
            '}'
        ]
    ];
}

function blocksOf(kinds, table, row) {
    const write = kinds[row.kind];
    if (!write) throw new Error(`${table}.tsv: no kind '${row.kind}' (${row.name})`);
    return write(row);
}

/** A blank line around what takes more than one line, none between one-line declarations. */
function layout(blocks) {
    const lines = [];
    for (const block of blocks) {
        if (lines.length && (block.length > 1 || lines[lines.length - 1] === '    }')) lines.push('');
        lines.push(...block.map(line => `    ${line}`));
    }
    return lines.join('\n');
}

/**
 * The declarations that the tables hold for each package.
 * @param {string} folder the folder of the tables
 * @returns {Map<string, string>} package name to its declarations, indented as members of the package
 */
export function quantityDeclarations(folder) {
    const blocks = new Map();
    const add = (name, more) => blocks.set(name, [...(blocks.get(name) ?? []), ...more]);
    for (const row of readTable(folder, 'prefixes')) add(row.package, prefixBlocks(row));
    for (const row of readTable(folder, 'units')) add(row.package, blocksOf(UNIT_KINDS, 'units', row));
    for (const row of readTable(folder, 'quantities')) add(row.package, blocksOf(QUANTITY_KINDS, 'quantities', row));
    return new Map([...blocks].map(([name, list]) => [name, layout(list)]));
}
