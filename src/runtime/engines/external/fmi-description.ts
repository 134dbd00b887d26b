/** Reads the `modelDescription.xml` of a co-simulation unit (FMI 1.0, 2.0, 3.0): interfaces, variables and default experiment. */
import { SaxesParser } from 'saxes';
import { readZip } from '../../../language/library/archive.js';

export interface FmiVariable {
    readonly name: string;
    readonly type: 'real' | 'integer' | 'boolean' | 'string' | 'clock';
    readonly causality: string;
    /** as stated in the element of the variable; undefined if it states none or only a declared type */
    readonly unit: string | undefined;
    /** for an array of FMI 3.0, its number of elements, or `open` if another variable states it */
    readonly size?: number | 'open';
}

export interface FmiDescription {
    readonly interface: 'coSimulation' | 'modelExchange' | undefined;
    readonly variables: ReadonlyMap<string, FmiVariable>;
    /** start time, stop time, step size and tolerance of the default experiment, if stated */
    readonly experiment: ReadonlyMap<string, number>;
}

const FILE = 'modelDescription.xml';
/** Elements that state the type of a variable. In FMI 3, they are the variables themselves. */
const TYPES: Readonly<Record<string, FmiVariable['type']>> = {
    Real: 'real',
    Float32: 'real',
    Float64: 'real',
    Integer: 'integer',
    Enumeration: 'integer',
    Boolean: 'boolean',
    String: 'string',
    Clock: 'clock',
    ...Object.fromEntries(['8', '16', '32', '64'].flatMap(n => [`Int${n}`, `UInt${n}`]).map(name => [name, 'integer' as const]))
};
const EXPERIMENT = ['startTime', 'stopTime', 'stepSize', 'tolerance'];

/**
 * Reads a unit.
 * @param bytes the archive
 * @throws Error for an invalid archive, and for a missing or malformed description
 */
export function readDescription(bytes: Uint8Array): FmiDescription {
    const text = readZip(bytes, path => path === FILE).get(FILE);
    if (text === undefined) {
        throw new Error(`it holds no ${FILE}`);
    }
    const variables = new Map<string, FmiVariable>();
    const experiment = new Map<string, number>();
    const interfaces = new Set<string>();
    let path: string[] = [];
    let scalar: Readonly<Record<string, string>> | undefined;
    let named = '';
    let version = '';
    const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
    parser.on('error', error => {
        throw new Error(`${FILE}: ${error.message}`);
    });
    parser.on('opentag', ({ name, attributes }) => {
        const around = path.at(-1);
        path.push(name);
        version = path.length === 1 ? (attributes.fmiVersion ?? '') : version;
        if (name === 'ScalarVariable') {
            scalar = attributes;
        } else if (around === 'ScalarVariable' || around === 'ModelVariables') {
            const type = TYPES[name];
            const stated = around === 'ModelVariables' ? attributes : scalar!;
            named = stated.name ?? '';
            if (type !== undefined && stated.name !== undefined) {
                variables.set(stated.name, { name: stated.name, type, causality: causalityOf(stated), unit: attributes.unit });
            }
        } else if (name === 'Dimension') {
            const variable = variables.get(named);
            if (variable !== undefined) {
                variables.set(named, { ...variable, size: sizeWith(variable.size, attributes.start) });
            }
        } else if (name === 'DefaultExperiment') {
            EXPERIMENT.filter(a => attributes[a] !== undefined).forEach(a => experiment.set(a, Number(attributes[a])));
        } else if (path.length === 2 || around === 'Implementation') {
            interfaces.add(name);
        }
    });
    parser.on('closetag', () => {
        path = path.slice(0, -1);
    });
    parser.write(text.toString('utf8')).close();
    return { variables, experiment, interface: interfaceOf(interfaces, version) };
}

/** The size of an array with one more dimension. @param start its number of elements; absent if another variable states it */
const sizeWith = (size: FmiVariable['size'] = 1, start: string | undefined): FmiVariable['size'] =>
    size === 'open' || start === undefined ? 'open' : size * Number(start);

/**
 * Selects the interface. A unit with both interfaces is run in co-simulation, because it brings its own solver. A unit of FMI 1.0 without a
 * stated interface is for model exchange.
 */
function interfaceOf(found: ReadonlySet<string>, version: string): FmiDescription['interface'] {
    if (found.has('CoSimulation') || [...found].some(name => name.startsWith('CoSimulation_'))) {
        return 'coSimulation';
    }
    return found.has('ModelExchange') || version.startsWith('1') ? 'modelExchange' : undefined;
}

/** Returns the causality. In FMI 1.0, the variability identifies parameters. */
function causalityOf({ causality, variability }: Readonly<Record<string, string>>): string {
    return causality === undefined || causality === 'internal' ? (variability === 'parameter' ? 'parameter' : 'local') : causality;
}
