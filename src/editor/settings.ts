/**
 * Settings of the client: which notation is an error, which lints are on. Given plain, nested under `sysml`, or as
 * `sysml.<name>`; what is absent stays.
 */
import { type LintChoice, unknownLints } from '../language/validation/lints.js';
import { membersOfObject } from '../language/narrowing.js';

export interface Settings extends LintChoice {
    readonly strictConformance: boolean;
}

export const DEFAULT_SETTINGS: Settings = { strictConformance: false, disabledLints: new Set(), enabledLints: new Set() };

export interface TakenSettings {
    readonly settings: Settings;
    readonly isChanged: boolean;
    /** codes that no lint has, which change nothing */
    readonly unknown: readonly string[];
}

/** The settings after what a client says. */
export function takeSettings(before: Settings, given: unknown): TakenSettings {
    const said = recordOf(given);
    const nested = recordOf(said.sysml);
    const read = (name: keyof Settings): unknown => said[name] ?? nested[name] ?? said[`sysml.${name}`];
    const unknown: string[] = [];
    const codes = (name: 'disabledLints' | 'enabledLints'): ReadonlySet<string> => {
        const list = read(name);
        if (!Array.isArray(list) || !list.every(c => typeof c === 'string')) {
            return before[name];
        }
        const wrong = unknownLints(list);
        unknown.push(...wrong);
        return wrong.length > 0 ? before[name] : new Set(list);
    };
    const strict = read('strictConformance');
    const settings: Settings = {
        strictConformance: typeof strict === 'boolean' ? strict : before.strictConformance,
        disabledLints: codes('disabledLints'),
        enabledLints: codes('enabledLints')
    };
    return { settings, isChanged: textOf(settings) !== textOf(before), unknown };
}

function recordOf(value: unknown): Record<string, unknown> {
    return membersOfObject(value);
}

function textOf({ strictConformance, disabledLints, enabledLints }: Settings): string {
    return JSON.stringify([strictConformance, [...disabledLints].sort(), [...enabledLints].sort()]);
}
