/**
 * Recognizes elements of the module that MagicDraw adds to SysML, whether the input references or contains them (contract: migration 12).
 */
import { profileKind } from '../reading/namespaces.js';
import type { Link, UmlElement, UmlModel } from '../uml-model.js';

/** Block of the module whose specializations are analysed over several runs. */
export const MONTE_CARLO = 'MonteCarloAnalysis';

/** The tool's statistics: the corresponding feature of `Simulation::MonteCarlo` and its scalar type. */
export const STATISTICS: Readonly<Record<string, readonly [feature: string, scalar: string]>> = {
    Mean: ['mean', 'Real'],
    Deviation: ['deviation', 'Real'],
    N: ['runs', 'Natural'],
    OutOfSpec: ['outOfSpec', 'Natural']
};

const MODULE = 'MD Customization for SysML';
/** `MD_customization_for_SysML.mdzip#…`: tools write the blanks in several ways. */
const RESOURCE = /MD(?:[ _]|%20)customization(?:[ _]|%20)for(?:[ _]|%20)SysML\.mdzip#/i;

/** Returns the names from the module to the element that a link targets; empty for an element outside the module. */
export function pathInModule(link: Link, model: UmlModel): readonly string[] {
    const element = model.resolve(link);
    if (element !== undefined) {
        return isBundled(element) ? [...[...element.owners()].reverse(), element].map(({ name }) => name) : [];
    }
    return 'href' in link && RESOURCE.test(link.href) && link.path.startsWith(`${MODULE}::`) ? link.path.split('::') : [];
}

/** Whether an element is in a copy of the module: under a root with the module's name, or in a profile with its namespace. */
const isBundled = (element: UmlElement): boolean =>
    [...element.owners()].some(
        owner =>
            (owner.owner === undefined && owner.name === MODULE) ||
            (owner.metaclass === 'Profile' && profileKind(owner.value('URI') ?? '') === 'customization')
    );

/** Whether the link of a generalization targets the block of Monte Carlo analyses. */
export const isMonteCarlo = (link: Link, model: UmlModel): boolean => pathInModule(link, model).at(-1) === MONTE_CARLO;

/** Returns the statistic of the module that a link targets, for example `Mean`. */
export function statisticAt(link: Link, model: UmlModel): string | undefined {
    const [owner, name] = pathInModule(link, model).slice(-2);
    return owner === MONTE_CARLO && Object.hasOwn(STATISTICS, name) ? name : undefined;
}
