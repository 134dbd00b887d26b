/** Mappings from columns or fields of a data file to elements, features and units (contract: newest-operations 5.2, rule 10). */
import { ImportRefusal } from './import-refusal.js';

/** The place of a value in a record: a column or field, or a JSON Pointer (RFC 6901). */
export interface Source {
    readonly column?: string;
    readonly path?: string;
}

/** A feature and the unit of its values. */
export interface Column {
    readonly feature: string;
    readonly unit?: string;
}

export interface FeatureSource extends Source {
    readonly unit?: string;
    readonly unitColumn?: string;
    readonly unitPath?: string;
}

export interface Mapping {
    readonly element?: Source;
    readonly features: ReadonlyMap<string, FeatureSource>;
    /** JSON Pointer to the array of records */
    readonly records?: string;
    readonly delimiter?: string;
    readonly ignore: readonly string[];
}

const NONE: Mapping = { features: new Map(), ignore: [] };

type Json = Readonly<Record<string, unknown>>;

const refuse = (text: string): never => {
    throw new ImportRefusal(`mapping: ${text}`);
};

/** The mapping of a file. @throws ImportRefusal */
export function mappingOf({ map }: { readonly map: string }, isDelimited: boolean): Mapping {
    if (map.trim() === '') {
        return NONE;
    }
    const given = objectOf(parsedMap(map), 'a mapping is a JSON object');
    checkMembers(given, ['as', 'element', 'features', 'records', 'delimiter', 'ignore']);
    const as = given.as ?? 'values';
    if (as !== 'values') {
        throw new ImportRefusal(`as ${JSON.stringify(as)} is not supported; import as values`);
    }
    const element =
        given.element === undefined ? undefined : sourceOf(given.element, 'element: name it once, as column or path', isDelimited);
    const features = Object.entries(given.features === undefined ? {} : objectOf(given.features, 'features is a JSON object'));
    const delimiter = textOf(given.delimiter, 'delimiter');
    if (delimiter !== undefined && (delimiter.length !== 1 || /["\r\n]/.test(delimiter))) {
        throw new ImportRefusal(`delimiter "${delimiter}" is not one character a CSV reader can split on`);
    }
    const records = textOf(given.records, 'records');
    return {
        ...(element !== undefined && { element }),
        features: new Map(features.map(([feature, source]) => [feature, featureSourceOf(feature, source, isDelimited)])),
        ...(records !== undefined && { records }),
        ...(delimiter !== undefined && { delimiter }),
        ignore: listOf(given.ignore)
    };
}

function parsedMap(map: string): unknown {
    try {
        return JSON.parse(map);
    } catch (error) {
        return refuse(`json: ${error instanceof Error ? error.message : String(error)}`);
    }
}

function objectOf(value: unknown, fault: string): Json {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : refuse(fault);
}

function checkMembers(given: Json, known: readonly string[]): void {
    const other = Object.keys(given).find(key => !known.includes(key));
    if (other !== undefined) {
        refuse(`json: unknown field "${other}"`);
    }
}

function textOf(value: unknown, name: string): string | undefined {
    return value === undefined || typeof value === 'string' ? value : refuse(`${name} is a string`);
}

function listOf(value: unknown): string[] {
    const list: unknown[] = value === undefined ? [] : Array.isArray(value) ? value : refuse('ignore is a list of columns');
    return list.map(v => (typeof v === 'string' ? v : refuse('ignore is a list of columns')));
}

function sourceOf(value: unknown, once: string, isDelimited: boolean, about = 'element'): Source {
    const given = objectOf(value, `${about} is a JSON object`);
    const column = textOf(given.column, 'column');
    const path = textOf(given.path, 'path');
    if ((column === undefined) === (path === undefined)) {
        refuse(once);
    }
    if (path !== undefined && isDelimited) {
        throw new ImportRefusal(`${about}: a path is a JSON Pointer; a delimited file names a column`);
    }
    return { ...(column !== undefined && { column }), ...(path !== undefined && { path }) };
}

function featureSourceOf(feature: string, value: unknown, isDelimited: boolean): FeatureSource {
    const given = objectOf(value, `feature ${feature} is a JSON object`);
    checkMembers(given, ['column', 'path', 'unit', 'unitColumn', 'unitPath']);
    const about = `feature ${feature}`;
    const source = sourceOf(given, `${about}: name its value once, as column or path`, isDelimited, about);
    const [unit, unitColumn, unitPath] = ['unit', 'unitColumn', 'unitPath'].map(name => textOf(given[name], name));
    if ([unit, unitColumn, unitPath].filter(u => u !== undefined).length > 1) {
        refuse(`${about}: name its unit once, as unit, unitColumn or unitPath`);
    }
    if (unitPath !== undefined && isDelimited) {
        throw new ImportRefusal(`${about}: a path is a JSON Pointer; a delimited file names a column`);
    }
    return {
        ...source,
        ...(unit !== undefined && { unit }),
        ...(unitColumn !== undefined && { unitColumn }),
        ...(unitPath !== undefined && { unitPath })
    };
}

/** The value at a JSON Pointer; undefined if there is none. @throws ImportRefusal for an invalid pointer */
export function pointed(value: unknown, pointer: string): unknown {
    if (pointer !== '' && !pointer.startsWith('/')) {
        throw new ImportRefusal(`"${pointer}" is no JSON Pointer: it begins with /`);
    }
    return pointer
        .split('/')
        .slice(1)
        .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<unknown>(
            (at, step) => (typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? Reflect.get(at, step) : undefined),
            value
        );
}
