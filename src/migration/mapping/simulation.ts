/** Recognizes elements that configure runs of MagicDraw's simulation, and the names of its clock (contract: migration 7.5, 12). */
import { everyElement, type StereotypeApplication, type UmlElement, type UmlModel } from '../uml-model.js';
import { oncePer } from './once.js';

const PROFILE = /^https?:\/\/(www\.)?(magicdraw|nomagic)\.com\/schemas\/SimulationProfile\.xmi$/;

/** Returns the settings of a run; undefined for other elements. */
export const configurationOf = (element: UmlElement): StereotypeApplication | undefined =>
    element.applications.find(({ name, namespace }) => name === 'SimulationConfig' && PROFILE.test(namespace));

/** Names of the time variable: the tool's own names, and those that run configurations state. */
export const clockNames = oncePer((model: UmlModel): ReadonlySet<string> => {
    const given = [...everyElement(model.roots)].flatMap(e => configurationOf(e)?.text('timeVariableName') ?? []);
    return new Set(['simtime', 'simTime', ...given]);
});
