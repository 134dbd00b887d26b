/** Behaviours that come with an object: the machines that its type exhibits and the actions that it performs, in the parts that it holds too. */
import { Instance } from '../instances/instance.js';
import type { Simulation } from './simulation.js';

export function activate(_simulation: Simulation, _object: Instance): void {
    // replaced below
}
