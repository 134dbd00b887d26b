/**
 * The run's clock as a value: an object with one feature, the clock time in seconds. Depends on the reading of the clock, not on schedules.
 */
import type { Feature } from '../../../language/semantics/structure.js';
import { Frame, type Place } from '../../evaluation/expressions/frame.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { memoize } from '../../evaluation/model/kinds.js';
import type { Layout, Slot } from '../../evaluation/model/layout.js';
import type { Run } from '../../evaluation/run.js';
import { OpaqueValue, Real, type Value } from '../../values/index.js';

/** The part of a simulation that clock values depend on. */
export interface ClockReading {
    readonly now: number;
    /** Registers a derived feature of an object that depends on the clock time. */
    readBy(reader: Place): void;
}

/** The run's clock as a value. */
export function clockValue(run: Run, feature: Feature, clock: ClockReading): Value {
    return new OpaqueValue('a clock', new ClockFrame(run, feature, clock));
}

/** A clock as an object; its one feature is the clock time in seconds. */
class ClockFrame extends Frame {
    constructor(
        run: Run,
        feature: Feature,
        private readonly clock: ClockReading
    ) {
        super(run, clockLayout(feature), undefined);
    }

    override read(): Value {
        const { reader } = this.run;
        if (reader?.frame instanceof Instance) {
            this.clock.readBy(reader);
        }
        return new Real(this.clock.now);
    }

    protected compute(): Value {
        return new Real(this.clock.now);
    }

    protected frameOf(): undefined {
        return undefined;
    }

    nameOfSlot(): string {
        return 'currentTime';
    }
}

const CLOCK_LAYOUT = Symbol('layout of a clock');

function clockLayout(feature: Feature): Layout {
    return memoize(CLOCK_LAYOUT, feature, f => {
        const slot: Slot = { index: 0, feature: f, chain: [], names: ['currentTime'], isModelled: false };
        return {
            type: f,
            slots: [slot],
            indexOf: new Map(),
            byName: new Map([['currentTime', 0]]),
            bindings: [],
            flows: [],
            nested: [],
            conflict: undefined,
            ends: new Map()
        };
    });
}
