/** Which elements configure runs of MagicDraw's simulation, and what these call its clock (contract: migration 7.5, 12). */
import { everyElement, type StereotypeApplication, type UmlElement, type UmlModel } from '../uml-model.js';

const PROFILE = /^https?:\/\/(www\.)?(magicdraw|nomagic)\.com\/schemas\/SimulationProfile\.xmi$/;

/** The settings of a run; undefined for an element that configures none. */
export const configurationOf = (element: UmlElement): StereotypeApplication | undefined =>
    element.applications.find(({ name, namespace }) => name === 'SimulationConfig' && PROFILE.test(namespace));

const clocks = new WeakMap<UmlModel, ReadonlySet<string>>();

/** Names of the time variable: the tool's own, and those that run configurations give. */
export function clockNames(model: UmlModel): ReadonlySet<string> {
    let names = clocks.get(model);
    if (names === undefined) {
        const given = [...everyElement(model.roots)].flatMap(e => configurationOf(e)?.text('timeVariableName') ?? []);
        names = new Set(['simtime', 'simTime', ...given]);
        clocks.set(model, names);
    }
    return names;
}
