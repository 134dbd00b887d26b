/** What `modelDescription.xml` of a co-simulation unit says (FMI 1.0, 2.0, 3.0): its interfaces, its variables, its default experiment. */
import { SaxesParser } from 'saxes';
import { readZip } from '../../../language/library/archive.js';

export interface FmiVariable {
    readonly name: string;
    readonly type: 'real' | 'integer' | 'boolean' | 'string' | 'clock';
    readonly causality: string;
    /** as the description says; undefined where it says none, or by a declared type */
    readonly unit: string | undefined;
}

export interface FmiDescription {
    readonly interface: 'coSimulation' | 'modelExchange' | undefined;
    readonly variables: ReadonlyMap<string, FmiVariable>;
    /** start, stop, step and tolerance of the default experiment, as far as they are stated */
    readonly experiment: ReadonlyMap<string, number>;
}

const FILE = 'modelDescription.xml';
/** Elements that state the type of a variable; those of FMI 3 are the variable. */
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
 * @throws Error for what is no archive, has no description, or one that is not well formed
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
            if (type !== undefined && stated.name !== undefined) {
                variables.set(stated.name, { name: stated.name, type, causality: causalityOf(stated), unit: attributes.unit });
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

/** A unit of both is run as one of co-simulation, which brings its own solver. A unit of FMI 1.0 that says nothing is of model exchange. */
function interfaceOf(found: ReadonlySet<string>, version: string): FmiDescription['interface'] {
    if (found.has('CoSimulation') || [...found].some(name => name.startsWith('CoSimulation_'))) {
        return 'coSimulation';
    }
    return found.has('ModelExchange') || version.startsWith('1') ? 'modelExchange' : undefined;
}

/** In FMI 1.0 the variability identifies parameters. */
function causalityOf({ causality, variability }: Readonly<Record<string, string>>): string {
    return causality === undefined || causality === 'internal' ? (variability === 'parameter' ? 'parameter' : 'local') : causality;
}
