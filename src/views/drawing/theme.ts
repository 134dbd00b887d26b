/**
 * Colours of a drawing, light and dark, and the style sheet in its SVG. A fixed theme writes plain colours, for renderers without CSS
 * variables.
 */
import { wordsOf } from '../../language/closed-lists.js';
import type { NodeVerdict } from '../graph.js';

export type Theme = 'auto' | 'light' | 'dark';

const COLOURS = {
    paper: ['#ffffff', '#16191d'],
    ink: ['#1c2430', '#e6e9ee'],
    quiet: ['#5a6675', '#a3adba'],
    line: ['#3d4a5c', '#aab4c2'],
    definition: ['#eef3fa', '#222b38'],
    usage: ['#ffffff', '#1e2329'],
    group: ['#f7f9fb', '#1a1e23'],
    note: ['#fff9e0', '#33301f'],
    head: ['#e4eaf2', '#2a3240'],
    mark: ['#d3dae4', '#3b4657'],
    active: ['#0b6bcb', '#5aa9ff']
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;
export type Colour = keyof typeof COLOURS;
const NAMES = wordsOf(COLOURS);

const RULES: readonly (readonly [selector: string, rule: (colour: (name: Colour) => string) => string])[] = [
    ['text', c => `fill:${c('ink')}`],
    ['text.quiet', c => `fill:${c('quiet')}`],
    ['text.label', c => `stroke:${c('paper')};stroke-width:3px;stroke-linejoin:round;paint-order:stroke`],
    ['.paper', c => `fill:${c('paper')}`],
    ['.box', c => `fill:${c('usage')};stroke:${c('line')};stroke-width:1.2`],
    ['.box.definition', c => `fill:${c('definition')}`],
    ['.box.group', c => `fill:${c('group')}`],
    ['.box.note', c => `fill:${c('note')}`],
    ['.frame', c => `fill:none;stroke:${c('line')};stroke-width:1`],
    ['.ink', c => `fill:${c('ink')};stroke:none`],
    ['.mark', c => `fill:${c('mark')};stroke:none`],
    ['.compartment', c => `fill:none;stroke:${c('line')};stroke-width:0.6;stroke-dasharray:1 3`],
    ['.box.lane', () => 'stroke:none'],
    ['.rule', c => `fill:none;stroke:${c('line')};stroke-width:0.8`],
    ['.link', c => `fill:none;stroke:${c('line')};stroke-width:1.2`],
    ['.link.dashed', () => 'stroke-dasharray:6 4'],
    ['.solid', c => `fill:${c('line')};stroke:${c('line')};stroke-width:1.2`],
    ['.hollow', c => `fill:${c('paper')};stroke:${c('line')};stroke-width:1.2`],
    ['.head', c => `fill:${c('head')};stroke:${c('line')};stroke-width:0.8`],
    ['.active', c => `fill:${c('active')};fill-opacity:0.14;stroke:${c('active')};stroke-width:2.5`],
    ['.active.around', () => 'fill:none'],
    ['.taken .link', c => `stroke:${c('active')};stroke-width:2.5`],
    ['.taken .solid', c => `fill:${c('active')};stroke:${c('active')}`],
    ['.token', c => `fill:${c('active')};stroke:${c('paper')};stroke-width:1.2`],
    ['text.count', c => `fill:${c('paper')}`]
];

export function styleSheet(theme: Theme): string {
    const scope = (selector: string): string => `.sysml-drawing ${selector}`;
    if (theme !== 'auto') {
        return RULES.map(([selector, rule]) => `${scope(selector)}{${rule(name => COLOURS[name][theme === 'light' ? 0 : 1])}}`).join('\n');
    }
    const variables = (at: 0 | 1): string => NAMES.map(name => `--sysml-${name}:${COLOURS[name][at]}`).join(';');
    return [
        `.sysml-drawing{${variables(0)}}`,
        `@media (prefers-color-scheme:dark){.sysml-drawing{${variables(1)}}}`,
        ...RULES.map(([selector, rule]) => `${scope(selector)}{${rule(name => `var(--sysml-${name})`)}}`)
    ].join('\n');
}

/** Colours of verdicts, light and dark: they also differ in lightness, for readers who cannot distinguish red from green. */
const VERDICTS = {
    holds: ['#e3f4e6', '#1d3b25'],
    undecided: ['#fff3cd', '#43391a'],
    fails: ['#f6c5c0', '#6b2320']
} as const satisfies Readonly<Record<NodeVerdict, readonly [light: string, dark: string]>>;

/** The rules of a drawing that shows verdicts. */
export function verdictStyles(theme: Theme): string {
    const rules = (at: 0 | 1): string =>
        wordsOf(VERDICTS)
            .map(verdict => `.sysml-drawing .verdict-${verdict} .box{fill:${VERDICTS[verdict][at]}}`)
            .join('\n');
    return theme === 'auto' ? `${rules(0)}\n@media (prefers-color-scheme:dark){${rules(1)}}` : rules(theme === 'light' ? 0 : 1);
}
