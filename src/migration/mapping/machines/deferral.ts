/** Writes deferred signals: a state stores them while it is active, and sends them again on exit (contract: migration 13.2). */
import { type Declaration, LibraryName, Name, type Text } from '../../notation/declaration.js';
import { nameText } from '../../notation/spelling.js';
import type { UmlElement } from '../../uml-model.js';
import type { Mapping } from '../mapping.js';
import { isTriggered } from './triggers.js';

interface Deferred {
    readonly trigger: UmlElement;
    readonly signal: Name;
}

/** Writes the deferred triggers of a state and gives their verdicts. */
export function writeDeferral(state: UmlElement, declaration: Declaration, mapping: Mapping): void {
    const deferred = state.ownedAs('deferrableTrigger').flatMap((trigger): Deferred[] => {
        const signal = mapping.nameOf(trigger.ref('event')?.ref('signal'));
        if (signal === undefined) {
            mapping.unmapped(trigger, 'only signals that are written are deferred');
            return [];
        }
        return [{ trigger, signal }];
    });
    if (deferred.length === 0) {
        return;
    }
    const annotation: Text = ['@', new LibraryName('MigrationMetadata::DeferredEvent'), ' { ref :>> signal : '];
    deferred.forEach(({ signal, trigger }) => declaration.addLine([...annotation, signal, '; }'], 'marker', trigger.order));
    const outgoing = state.owner?.ownedAs('transition').filter(t => t.ref('source') === state) ?? [];
    const reason = reasonAgainst(state, outgoing);
    const kept = deferred.filter(({ trigger, signal }) => {
        if (reason !== undefined) {
            mapping.unmapped(trigger, reason);
        } else if (outgoing.some(t => isUnguarded(t) && accepts(t, trigger))) {
            mapping.approximated(trigger, `a transition of the state accepts ${signal.target.name}: only said, not kept`);
        } else {
            mapping.approximated(trigger, 'kept by the state while it is active, and sent again when it is left');
            return true;
        }
        return false;
    });
    if (kept.length > 0) {
        writeKeepers(declaration, kept);
    }
}

function reasonAgainst(state: UmlElement, outgoing: readonly UmlElement[]): string | undefined {
    if (outgoing.some(t => isUnguarded(t) && !isTriggered(t))) {
        return 'the state is left at once: a completion transition without a guard';
    }
    const own = ['doActivity', 'exit'].find(role => state.ownedAs(role).length > 0);
    return own === undefined ? undefined : `the state has its own ${own} behaviour, in the place of the one that would keep signals`;
}

const isUnguarded = (transition: UmlElement): boolean => transition.ownedAs('guard').length + transition.linksOf('guard').length === 0;

function accepts(transition: UmlElement, deferred: UmlElement): boolean {
    const signal = deferred.ref('event')?.ref('signal');
    return transition.refs('trigger').some(t => t.ref('event')?.ref('signal') === signal);
}

/** Writes a do action with a loop that stores each deferred signal, and an exit action that sends the stored signals again. */
function writeKeepers(state: Declaration, kept: readonly Deferred[]): void {
    const buffer = state.declare('do action', 'buffer', 'parameter', state.source!.order);
    const flush = state.declare('exit action', 'flush', 'parameter', state.source!.order + 0.5);
    const isOne = kept.length === 1;
    buffer.addLine([isOne ? 'first start then receive;' : "first start then 'fork';"], 'node', 0);
    if (!isOne) {
        buffer.addLine(["fork 'fork';"], 'node', 1);
    }
    const clears: Text[] = [];
    kept.forEach(({ signal }, i) => {
        const number = i === 0 ? '' : String(i + 1);
        const list = state.declare('item', state.freeName('deferred', ''), 'property', i);
        list.append('types', [signal]);
        list.multiplicity = '[*]';
        list.isOrdered = true;
        const name = nameText(list.name);
        const at = (i + 1) * 10;
        if (!isOne) {
            buffer.addLine([`first 'fork' then receive${number};`], 'node', 1 + i / 100);
        }
        const keeper: Text = [
            '#',
            new LibraryName('MigrationMetadata::DeferredKeeper'),
            ` action receive${number} accept kept : `,
            signal,
            ';'
        ];
        const including = new LibraryName('SequenceFunctions::including');
        buffer.addLine(keeper, 'node', at);
        buffer.addLine(
            [`then action keep${number} { assign ${name} := `, including, `(${name}, receive${number}.kept); }`],
            'node',
            at + 1
        );
        buffer.addLine([`then receive${number};`], 'node', at + 2);
        flush.addLine([`${i === 0 ? '' : 'then '}for kept in ${name} { send kept to self; }`], 'node', i);
        clears.push([`then action clear${number} { assign ${name} := (); }`]);
    });
    clears.forEach((text, i) => flush.addLine(text, 'node', kept.length + i));
}
