/**
 * The objects of a session and the run in stepwise execution. They belong to the model from which they were created: after a change of the
 * model they are created again, as far as their declarations still exist.
 */
import type { AstNode } from '../language/generated/tree.js';
import { elementById, qualifiedNameOf } from '../language/semantics/naming.js';
import { supertypesOf } from '../language/semantics/specialization.js';
import type { Model } from '../language/workspace/workspace.js';
import { type BehaviourOptions, HeldObjects, type Population, remadeObjects } from '../runtime/behaviour/index.js';
import type { Debugging } from './debugging.js';
import { policyFrom, type Settings } from './settings.js';

/** The model of a session, and the limits of its runs. */
interface Present {
    readonly model: Model;
    readonly limits: BehaviourOptions;
    readonly settings: Settings;
}

/** All methods that drop or end something return notes. */
export class LiveObjects {
    private held = new HeldObjects();
    private debugged: Debugging | undefined;

    constructor(private readonly present: Present) {}

    /** The objects that were made, in their current state, in the present model. */
    get objects(): HeldObjects {
        this.remake();
        return this.held;
    }

    /** The action or machine in stepwise execution. */
    get debugging(): Debugging | undefined {
        return this.debugged;
    }

    set debugging(next: Debugging | undefined) {
        if (next !== this.debugged) {
            this.debugged?.run.abandon();
        }
        this.debugged = next;
    }

    /**
     * Saves the objects and the run, for a cell that may fail; the returned function restores them. Creating objects again leaves the
     * earlier ones unchanged.
     */
    save(): () => void {
        const { held, debugged } = this;
        return () => {
            this.held = held;
            this.debugged = debugged;
        };
    }

    endRun(why: string): string[] {
        const { debugging } = this;
        this.debugging = undefined;
        return debugging === undefined ? [] : [`the run of ${debugging.id} ended, because ${why}`];
    }

    drop(why: string, isDropped: (population: Population) => boolean = () => true): string[] {
        const { populations } = this.held;
        const dropped = populations.filter(isDropped);
        if (dropped.length === 0) {
            return [];
        }
        this.held = new HeldObjects();
        populations.filter(p => !dropped.includes(p)).forEach(p => this.held.keep(p, Infinity));
        return [`dropped ${namesOf(dropped)}, because ${why}: %instantiate makes new ones`, ...this.endRun(why)];
    }

    /** Drops the objects of declarations that were replaced. @param before the model before that */
    dropMadeOf(replaced: readonly string[], before: Model): string[] {
        const { debugging } = this;
        const behaviour = debugging === undefined ? undefined : elementById(before, debugging.id);
        const isReplaced = behaviour !== undefined && isMadeOf(debugging!.id, behaviour, replaced);
        return [
            ...this.drop('what they were made of was replaced', p => isMadeOf(p.name, p.root.type, replaced)),
            ...(isReplaced ? this.endRun('its declaration was replaced') : [])
        ];
    }

    /** Makes objects again that belong to an earlier model. */
    remake(): string[] {
        const { populations } = this.held;
        const { model, limits, settings } = this.present;
        if (populations.every(p => p.simulation.run.model === model)) {
            return [];
        }
        const { held, lost, restarted } = remadeObjects(populations, model, limits, policyFrom(settings));
        this.held = held;
        const changed = 'the model was changed';
        const ended = this.debugged?.beside === undefined ? undefined : this.debugged.id;
        if (ended !== undefined) {
            this.debugged = undefined; // with the simulation that it runs in
        }
        return [
            ...(lost.length === 0 ? [] : [`dropped ${namesOf(lost)}, because ${changed}`]),
            ...(restarted.length === 0 ? [] : [`the behaviors of ${namesOf(restarted)} began again, because ${changed}`]),
            ...(ended === undefined ? [] : [`the run of ${ended} ended, because ${changed}`])
        ];
    }
}

const namesOf = (populations: readonly Population[]): string => populations.map(p => `${p.name} (#${p.root.id})`).join(', ');

/** Whether a name, a type or one of its general types is a replaced declaration, or is inside one. */
function isMadeOf(name: string, type: AstNode, replaced: readonly string[]): boolean {
    const names = [name, ...[type, ...supertypesOf(type)].map(t => qualifiedNameOf(t) ?? '')];
    return replaced.some(r => names.some(n => n === r || n.startsWith(`${r}::`)));
}
