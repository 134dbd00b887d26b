/**
 * Maps the Monte Carlo analyses of MagicDraw's customization (contract: migration 12): blocks that specialize `MonteCarloAnalysis` and bind
 * values to its statistics. The block becomes a part def; an additional analysis def observes the bound value in several runs.
 */
import { type Declaration, LibraryName, Name, type Text } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { classifierGroup, definition } from './classifiers.js';
import { pathOfEnd } from './connectors.js';
import { isMonteCarlo, MONTE_CARLO, statisticAt, STATISTICS } from './customization.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { performedBy } from './run-configurations.js';

const ORDER = Object.keys(STATISTICS);
/** Statistics of the observed value; the others are numbers of runs. */
const OF_VALUES = ['Mean', 'Deviation'];

/** Returns the statistic that is the role of a connector end, for example `Mean`. */
const statisticOf = (end: UmlElement): string | undefined =>
    end
        .linksOf('role')
        .map(link => statisticAt(link, end.model))
        .find(name => name !== undefined);

/** A connector that binds a value to a statistic, with the end at the value. */
interface Binding {
    readonly element: UmlElement;
    readonly statistic: string;
    readonly value: UmlElement;
}

function bindingOf(connector: UmlElement): Binding | undefined {
    const ends = connector.ownedAs('end');
    const statistics = ends.map(statisticOf);
    const at = statistics.findIndex(name => name !== undefined);
    return at < 0 || ends.length !== 2 || statistics[1 - at] !== undefined
        ? undefined
        : { element: connector, statistic: statistics[at]!, value: ends[1 - at] };
}

const generalizesMonteCarlo = (element: UmlElement): boolean =>
    element.ownedAs('generalization').some(g => g.linksOf('general').some(link => isMonteCarlo(link, element.model)));

const block: Mapper = {
    ...definition('part def'),
    relate(element, mapping) {
        mapping.whenComplete(() => writeAnalyses(element, mapping));
    }
};

/** Writes an analysis for each observed value. */
function writeAnalyses(element: UmlElement, mapping: Mapping): void {
    const body = mapping.declarationOf(element)!;
    const values = new Map<string, { readonly path: readonly Declaration[]; readonly bindings: Binding[] }>();
    const counts: Binding[] = [];
    for (const binding of element.ownedAs('ownedConnector').flatMap(c => bindingOf(c) ?? [])) {
        const end = pathOfEnd(binding.value, body, mapping);
        if ('reason' in end) {
            mapping.unmapped(binding.element, end.reason);
        } else if (OF_VALUES.includes(binding.statistic)) {
            const name = end.path.map(step => step.name).join('.');
            const known = values.get(name);
            values.set(name, { path: end.path, bindings: [...(known?.bindings ?? []), binding] });
        } else {
            counts.push(binding);
        }
    }
    if (values.size === 0) {
        const reason = 'no value is bound to the mean or the deviation of a Monte Carlo analysis';
        counts.forEach(({ element: binding }) => mapping.unmapped(binding, reason));
        mapping.approximated(element, `the generalization to ${MONTE_CARLO} is not written: ${reason}`);
        return;
    }
    [...values.values()].forEach(({ path, bindings }, i) =>
        writeAnalysis(element, path, [...bindings, ...(i === 0 ? counts : [])], mapping)
    );
}

/** Writes `analysis def 'Budget Monte Carlo' :> Simulation::MonteCarlo` beside the block. */
function writeAnalysis(element: UmlElement, path: readonly Declaration[], bindings: readonly Binding[], mapping: Mapping): void {
    const body = mapping.declarationOf(element)!;
    const place = body.owner!;
    const name = place.freeName(`${body.name} Monte Carlo`);
    const analysis = place.declare('analysis def', name, classifierGroup(place), element.order + 0.5);
    analysis.isNameMadeUp = true;
    const subject = analysis.declare('subject', 'analysed', 'parameter', 0);
    subject.append('types', [new Name(body)]);
    subject.generals.add(body);
    const performed = performedBy(body);
    if (performed !== undefined) {
        analysis.declare('perform action', 'run', 'node', 0).append('references', [new Name(subject, [performed])]);
    }
    const type = new LibraryName('ScalarValues::Real');
    const value: Text = [' : ', type, ' = ', new Name(subject, path), ';'];
    const isPortable = mapping.options.strict;
    analysis.addLine([isPortable ? 'attribute observed' : 'attribute :>> observed', ...value], 'constraint', 0);
    if (!isPortable) {
        analysis.append('specializes', [new LibraryName('Simulation::MonteCarlo')]);
        writeStatistics(analysis, named(bindings));
    }
    const reason = isPortable ? `what runs observe is written in '${name}', without statistics` : `written as a statistic of '${name}'`;
    bindings.forEach(binding => mapping.approximated(binding.element, reason));
    const known = mapping.analyses.get(body) ?? [];
    mapping.analyses.set(body, [...known, { analysis, observed: path.map(step => step.name).join('.'), statistics: named(bindings) }]);
    const idle = performed === undefined ? '; it performs no action of its own, so nothing runs' : '';
    mapping.approximated(element, `its Monte Carlo analysis is '${name}'${idle}`);
}

/** Returns the tool's names of the bound statistics, in the order of the tool. */
const named = (bindings: readonly Binding[]): readonly string[] =>
    [...new Set(bindings.map(({ statistic }) => statistic))].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));

/**
 * Writes the first statistic as the result, because a case returns one value. The other statistics redefine the outputs that the analysis
 * inherits.
 */
function writeStatistics(analysis: Declaration, [first, ...others]: readonly string[]): void {
    const [feature, scalar] = STATISTICS[first];
    analysis.addLine([`return ${first} : `, new LibraryName(`ScalarValues::${scalar}`), `[0..1] = ${feature};`], 'constraint', 1);
    others.forEach((name, i) => analysis.addLine([`out attribute :>> ${STATISTICS[name][0]};`], 'constraint', 2 + i));
}

/** Does nothing: the analysis of the block accounts for the binding of a statistic. */
const binding: Mapper = {};

export const monteCarloRows: readonly MapperRow[] = [
    { metaclasses: ['Class'], stereotypes: ['Block'], applies: generalizesMonteCarlo, mapper: block },
    {
        metaclasses: ['Connector'],
        applies: element => element.owner !== undefined && generalizesMonteCarlo(element.owner) && bindingOf(element) !== undefined,
        mapper: binding
    }
];
