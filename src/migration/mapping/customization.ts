/** Elements of the module that MagicDraw adds to SysML, used from outside the input or bundled in it (contract: migration 12). */
import { profileKind } from '../reading/namespaces.js';
import type { Link, UmlElement, UmlModel } from '../uml-model.js';

/** The block of the module whose special blocks are analysed by several runs. */
export const MONTE_CARLO = 'MonteCarloAnalysis';

/** Statistics of the tool: the feature of `Simulation::MonteCarlo` that has it, and its scalar. */
export const STATISTICS: Readonly<Record<string, readonly [feature: string, scalar: string]>> = {
    Mean: ['mean', 'Real'],
    Deviation: ['deviation', 'Real'],
    N: ['runs', 'Natural'],
    OutOfSpec: ['outOfSpec', 'Natural']
};

const MODULE = 'MD Customization for SysML';
/** `MD_customization_for_SysML.mdzip#…`: blanks are written in several ways. */
const RESOURCE = /MD(?:[ _]|%20)customization(?:[ _]|%20)for(?:[ _]|%20)SysML\.mdzip#/i;

/** The names from the module down to the element that a link ends at; none for an element outside the module. */
export function pathInModule(link: Link, model: UmlModel): readonly string[] {
    const element = model.resolve(link);
    if (element !== undefined) {
        return isBundled(element) ? [...[...element.owners()].reverse(), element].map(({ name }) => name) : [];
    }
    return 'href' in link && RESOURCE.test(link.href) && link.path.startsWith(`${MODULE}::`) ? link.path.split('::') : [];
}

/** A copy of the module is a root of its name, or a profile of its namespace. */
const isBundled = (element: UmlElement): boolean =>
    [...element.owners()].some(
        owner =>
            (owner.owner === undefined && owner.name === MODULE) ||
            (owner.metaclass === 'Profile' && profileKind(owner.value('URI') ?? '') === 'customization')
    );

/** Whether the link of a generalization ends at the block of Monte Carlo analyses. */
export const isMonteCarlo = (link: Link, model: UmlModel): boolean => pathInModule(link, model).at(-1) === MONTE_CARLO;

/** The statistic of the module that a link ends at: `Mean`. */
export function statisticAt(link: Link, model: UmlModel): string | undefined {
    const [owner, name] = pathInModule(link, model).slice(-2);
    return owner === MONTE_CARLO && Object.hasOwn(STATISTICS, name) ? name : undefined;
}
