/** Maps run configurations of MagicDraw's simulation and their stored results (contract: migration 12). */
import { type Declaration, LibraryName, Name, type Text } from '../notation/declaration.js';
import { qualifiedName, quotedString } from '../notation/spelling.js';
import { everyElement, type Link, type StereotypeApplication, type UmlElement } from '../uml-model.js';
import { classifierGroup } from './classifiers.js';
import { statisticAt } from './customization.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { oncePer } from './once.js';
import { markerOf, tagsOf, writeMarker } from './markers.js';
import type { RunConfiguration, Snapshot } from '../report/results.js';
import { withArticle } from '../../language/semantics/metaclass.js';
import { configurationOf } from './simulation.js';

const POLICIES = ['min', 'max', 'average', 'random'];
const REAL = (text: string): string | undefined =>
    Number.isFinite(Number(text)) && text.trim() !== '' ? String(Number(text)).replace(/^-?\d+$/, '$&.0') : undefined;

/**
 * Tags that a feature of the metadata can express: the name of the feature, and a function that returns the notation of the value, or
 * undefined for an invalid value.
 */
const SETTINGS: Readonly<Record<string, readonly [feature: string, text: (value: string) => Text | undefined]>> = {
    numberOfRuns: ['runs', value => (/^[1-9]\d*$/.test(value) ? [value] : undefined)],
    durationSimulationMode: [
        'draws',
        value => (POLICIES.includes(value) ? [new LibraryName(`Simulation::DrawPolicy::${value}`)] : undefined)
    ],
    timeVariableName: ['timeVariable', value => [quotedString(value)]],
    startTime: ['startTime', value => textOf(REAL(value))],
    stepSize: ['stepSize', value => textOf(REAL(value))],
    timeUnit: ['timeUnit', value => [quotedString(value)]],
    runForksInParallel: ['parallelForks', value => (/^(true|false)$/.test(value) ? [value] : undefined)]
};

const textOf = (text: string | undefined): Text | undefined => (text === undefined ? undefined : [text]);

/** Tags that are written as members, or that state the location of the results. */
const MEMBERS = ['executionTarget', 'resultLocation'];
/** Settings that change the behaviour of a run. All others only configure how the tool shows it. */
const CHANGING = new Set([
    ...Object.keys(SETTINGS),
    ...['endTime', 'numberOfSteps', 'timeModel', 'clockRatio', 'initializeReferences', 'cloneReferences', 'solveAfterInitialization'],
    ...['treatAllClassifiersAsActive', 'fireValueChangeEvent', 'constraintFailureAsBreakpoint', 'decisionNodeAsProbability', 'engine']
]);

/** Duration of the tool's time units in seconds. A clock without a unit counts milliseconds. */
const UNITS: Readonly<Record<string, number>> = {
    nanosecond: 1e-9,
    microsecond: 1e-6,
    millisecond: 1e-3,
    second: 1,
    minute: 60,
    hour: 3600,
    day: 86_400
};

const configuration: Mapper = {
    declare: (element, owner, mapping) =>
        mapping.declare(element, owner, 'action def', classifierGroup(owner), element.name || 'configuration'),
    relate(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        const application = configurationOf(element)!;
        mapping.mapped(element);
        writeSettings(element, application, declaration, mapping);
        const behaviour = writeTarget(element, application, declaration, mapping);
        // Deferred twice, to run after the analyses of blocks, which are written in the first round of `whenComplete`.
        mapping.whenComplete(() => mapping.whenComplete(() => mapping.configurations.push(tell(element, application, behaviour, mapping))));
    }
};

function writeSettings(element: UmlElement, application: StereotypeApplication, declaration: Declaration, mapping: Mapping): void {
    const lost: (readonly [string, string])[] = [];
    const features: Text[] = [];
    for (const [tag, value] of tagsOf(application, mapping)) {
        const row = Object.hasOwn(SETTINGS, tag) ? SETTINGS[tag] : undefined;
        const text = row?.[1](value);
        if (row !== undefined && text !== undefined) {
            features.push([`${row[0]} = `, ...text, '; ']);
        } else if (!MEMBERS.includes(tag)) {
            lost.push([tag, value]);
        }
    }
    if (mapping.options.strict) {
        const values = tagsOf(application, mapping).map(([tag, value]) => `${tag} = ${value}`);
        declaration.addComment({ kind: 'line', text: `run configuration: ${values.join(', ')}` }, 'documentation', -1);
    } else if (features.length > 0) {
        declaration.addLine(['@', new LibraryName('Simulation::Configuration'), ' { ', ...features.flat(), '}'], 'documentation', -1);
    }
    if (lost.length > 0) {
        const changing = lost.filter(([tag]) => CHANGING.has(tag)).map(([tag]) => tag);
        const shown = lost.filter(([tag]) => !CHANGING.has(tag)).map(([tag]) => tag);
        if (changing.length > 0) {
            mapping.approximated(element, `settings that change the run and have no form: ${changing.join(', ')}`);
        }
        if (shown.length > 0) {
            mapping.accounts.note(element, `settings of the tool: ${shown.join(', ')}`);
        }
        writeMarker(declaration, { ...markerOf(application, element, lost), profile: application.namespace }, mapping);
    }
}

/** The type of the configuration's target, and whether the configuration performs an action of it. */
interface Written {
    readonly target: Declaration | undefined;
    readonly run: boolean;
}

/** Writes `part target : T; perform action run ::> target.run;`. @returns the target and whether it performs an action */
function writeTarget(element: UmlElement, application: StereotypeApplication, declaration: Declaration, mapping: Mapping): Written {
    const [target] = application.links('executionTarget').flatMap(link => mapping.model.resolve(link) ?? []);
    const type = mapping.declarationOf(target);
    if (type === undefined || type.kind !== 'part' || !type.isDefinition) {
        mapping.approximated(element, 'what it runs is not written as a part: it performs nothing');
        return { target: undefined, run: false };
    }
    const part = declaration.declare('part', 'target', 'property', 0);
    part.types = [[new Name(type)]];
    part.generals.add(type);
    const performed = performedBy(type);
    if (performed === undefined) {
        mapping.approximated(element, `'${type.name}' performs no action of its own: nothing is performed`);
        return { target: type, run: false };
    }
    const run = declaration.declare('perform action', 'run', 'node', 0);
    run.append('references', [new Name(part, [performed])]);
    return { target: type, run: true };
}

/** Returns the nearest action, own or inherited, that a part performs. */
export const performedBy = (type: Declaration): Declaration | undefined =>
    withGenerals(type)
        .flatMap(at => at.declarations())
        .find(d => d.keyword === 'perform action' && d.source?.metaclass !== 'Reception');

/** Returns a declaration with its direct and indirect generals, the nearest first. */
function withGenerals(type: Declaration): readonly Declaration[] {
    // The iteration over a set includes members that are added during the iteration.
    const all = new Set([type]);
    for (const at of all) {
        at.generalsOrNone?.forEach(general => all.add(general));
    }
    return [...all];
}

// --- The sidecar ------------------------------------------------------------------------------------------------------------

function tell(element: UmlElement, application: StereotypeApplication, written: Written, mapping: Mapping): RunConfiguration {
    const runs = Number(application.text('numberOfRuns'));
    const draws = application.text('durationSimulationMode');
    const packages = locationsOf(application).flatMap(link => mapping.model.resolve(link) ?? []);
    const notes = new Notes();
    const snapshots = packages.flatMap(location => snapshotsIn(location, notes));
    const observables = [...new Set(snapshots.flatMap(({ values }) => Object.keys(values)))];
    return {
        id: element.id,
        name: element.name,
        ...(Number.isInteger(runs) && runs > 0 && { runs }),
        ...(draws !== undefined && { draws }),
        ...clockOf(application),
        ...(written.target !== undefined && { target: 'target' }),
        ...(written.run && { behavior: 'run' }),
        ...(packages.length > 0 && { resultLocation: qualifiedV1Name(packages[0]) }),
        observables,
        snapshots,
        ...analysisOf(written, mapping),
        notes: notes.all()
    };
}

function clockOf(application: StereotypeApplication): { readonly clockStep?: number } {
    const number = (tag: string): number => Number(application.text(tag) ?? NaN);
    const start = number('startTime');
    if (!Number.isFinite(start)) {
        return {};
    }
    const spread = (number('endTime') - start) / number('numberOfSteps');
    const step = [number('stepSize'), spread, 1].find(value => Number.isFinite(value) && value > 0)!;
    return { clockStep: Number((step * (UNITS[application.text('timeUnit') ?? 'millisecond'] ?? 1e-3)).toPrecision(12)) };
}

/** Returns the nearest Monte Carlo analysis, own or inherited, of the target. */
function analysisOf(
    { target }: Written,
    { analyses, options }: Mapping
): Pick<RunConfiguration, 'statistics' | 'analysis' | 'analysisCase'> {
    const found = target && withGenerals(target).flatMap(at => analyses.get(at) ?? [])[0];
    return (
        (found && {
            statistics: found.statistics,
            analysis: found.observed,
            ...(!options.strict && { analysisCase: qualifiedName(found.analysis) })
        }) ??
        {}
    );
}

/** Counts the snapshots in which values were omitted, by reason. */
class Notes {
    private readonly counts = new Map<string, number>();

    add(what: string): void {
        this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
    }

    all(): string[] {
        return [...this.counts].map(([what, count]) => `${what} in ${count} snapshot(s)`);
    }
}

/** Returns the number in a slot, or the reason why it is omitted. Omits integers that binary floating point cannot represent exactly. */
function numberOf(value: UmlElement | undefined): number | string {
    if (value?.metaclass !== 'LiteralReal' && value?.metaclass !== 'LiteralInteger') {
        return value === undefined ? 'holds nothing' : `holds ${withArticle(value.metaclass)}, which is no number`;
    }
    const text = value.value('value') ?? '0';
    const number = text.trim() === '' ? NaN : Number(text);
    const isWhole = /^[+-]?\d+$/.test(text.trim());
    if (!Number.isFinite(number)) {
        return `holds '${text}', which is no number`;
    }
    return isWhole && !Number.isSafeInteger(number) && BigInt(text) !== BigInt(number) ? 'holds a number that has too many digits' : number;
}

/** Returns the stored snapshots: instances with slots. */
function snapshotsIn(location: UmlElement, notes: Notes): Snapshot[] {
    const instances = [...everyElement([location])].filter(e => e.metaclass === 'InstanceSpecification' && e.ownedAs('slot').length > 0);
    return instances.map(instance => {
        const values: Record<string, number> = {};
        const repeated = new Set<string>();
        const statistics = new Map<string, number>();
        for (const slot of instance.ownedAs('slot')) {
            const statistic = slot
                .linksOf('definingFeature')
                .flatMap(link => statisticAt(link, slot.model) ?? [])
                .at(0);
            const feature = statistic ?? slot.ref('definingFeature')?.name ?? '';
            const [value] = slot.ownedAs('value');
            const number = numberOf(value);
            if (feature === '' || typeof number === 'string') {
                notes.add(`the slot of ${feature || 'an unknown feature'} ${typeof number === 'string' ? number : 'has no name'}`);
            } else if (statistic !== undefined) {
                statistics.set(statistic, number);
            } else if (Object.hasOwn(values, feature) || repeated.has(feature)) {
                repeated.add(feature);
                delete values[feature];
                notes.add(`${feature} is recorded twice`);
            } else {
                values[feature] = number;
            }
        }
        return { id: instance.id, name: instance.name, values, ...summaryOf(statistics, notes) };
    });
}

/** Returns the statistics that the tool computed over several runs, if the number of runs is known. */
function summaryOf(statistics: ReadonlyMap<string, number>, notes: Notes): Pick<Snapshot, 'statistics'> {
    const [runs, mean, deviation, outOfSpec] = ['N', 'Mean', 'Deviation', 'OutOfSpec'].map(s => statistics.get(s));
    if (runs === undefined || mean === undefined || !Number.isInteger(runs) || runs < 1) {
        if (statistics.size > 0) {
            notes.add('the statistics state no number of runs with their mean');
        }
        return {};
    }
    return { statistics: { runs, mean, ...(deviation !== undefined && { deviation }), ...(outOfSpec !== undefined && { outOfSpec }) } };
}

const locationsOf = (application: StereotypeApplication): Link[] => application.links('resultLocation');

const storage = oncePer(({ model }: Mapping): ReadonlySet<UmlElement> => {
    const configurations = [...everyElement(model.roots)].flatMap(e => configurationOf(e) ?? []);
    return new Set(configurations.flatMap(locationsOf).flatMap(link => model.resolve(link) ?? []));
});

/** Whether an instance is in a location where a run configuration stores its results. */
export function isStoredResult(element: UmlElement, mapping: Mapping): boolean {
    const stored = storage(mapping);
    return [...element.owners()].some(owner => stored.has(owner));
}

const qualifiedV1Name = (element: UmlElement): string =>
    [
        ...[...element.owners()]
            .slice(0, -1)
            .map(({ name }) => name)
            .reverse(),
        element.name
    ].join('::');

export const runConfigurationRows: readonly MapperRow[] = [
    { metaclasses: ['Class'], applies: element => configurationOf(element) !== undefined, mapper: configuration }
];
