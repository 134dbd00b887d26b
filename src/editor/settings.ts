/**
 * Settings of the client: which notation is an error, which documents form a model, which lints are enabled. They are given plain, nested
 * under `sysml`, or as `sysml.<name>`; missing settings keep their values.
 */
import { type LintChoice, unknownLints } from '../language/validation/lints.js';
import { membersOfObject } from '../language/narrowing.js';

/** The documents that form one model: those of a project, or else of a folder of the workspace; of a folder; all. */
export type ModelScope = 'projects' | 'folders' | 'workspace';
const SCOPES: readonly unknown[] = ['projects', 'folders', 'workspace'] satisfies ModelScope[];

export interface Settings extends LintChoice {
    readonly strictConformance: boolean;
    readonly models: ModelScope;
    /** whether to report findings of files that are not open */
    readonly workspaceFindings: boolean;
    /** length of a line beyond which the formatter breaks it; 0 breaks no line */
    readonly formatWidth: number;
}

export const DEFAULT_SETTINGS: Settings = {
    strictConformance: false,
    models: 'projects',
    workspaceFindings: true,
    formatWidth: 120,
    disabledLints: new Set(),
    enabledLints: new Set()
};

export interface AppliedSettings {
    readonly settings: Settings;
    readonly isChanged: boolean;
    /** codes of unknown lints, which have no effect */
    readonly unknown: readonly string[];
}

/** Applies the client's values to the settings. */
export function applySettings(before: Settings, given: unknown): AppliedSettings {
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
    const flag = (name: 'strictConformance' | 'workspaceFindings'): boolean => {
        const value = read(name);
        return typeof value === 'boolean' ? value : before[name];
    };
    const models = read('models');
    const width = read('formatWidth');
    const settings: Settings = {
        strictConformance: flag('strictConformance'),
        models: isScope(models) ? models : before.models,
        workspaceFindings: flag('workspaceFindings'),
        formatWidth: typeof width === 'number' && width >= 0 ? width : before.formatWidth,
        disabledLints: codes('disabledLints'),
        enabledLints: codes('enabledLints')
    };
    return { settings, isChanged: textOf(settings) !== textOf(before), unknown };
}

function recordOf(value: unknown): Record<string, unknown> {
    return membersOfObject(value);
}

const isScope = (value: unknown): value is ModelScope => SCOPES.includes(value);

function textOf({ disabledLints, enabledLints, ...others }: Settings): string {
    return JSON.stringify([others, [...disabledLints].sort(), [...enabledLints].sort()]);
}
