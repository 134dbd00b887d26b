/** Parses the words after the name of a view: forms, styles, and the extent of the drawing (contract: newest-operations 10). */
import { isAmong } from '../../language/closed-lists.js';
import { PALETTES } from '../../documents/index.js';
import {
    COMPARTMENT_FOLDINGS,
    DIRECTIONS,
    type Direction,
    isWrittenForm,
    type LinkTemplate,
    linkTemplateOf,
    NOTATION_ELEMENTS,
    notationElementsOf,
    type RenderOptions,
    WRITTEN_FORMS,
    type WrittenForm
} from '../../views/index.js';
import { CellFailure } from '../answers/shown.js';

/** The options of a drawing; `notes` name the requested options that have no effect. */
export interface Drawing {
    readonly form?: WrittenForm;
    readonly direction?: Direction;
    readonly ports: 'minimal' | 'full';
    /** which elements are drawn, and to which depth */
    readonly shown?: Pick<RenderOptions, 'show'> | Pick<RenderOptions, 'depth'> | Pick<RenderOptions, 'compartments'>;
    /** address of the declarations that nodes link to */
    readonly link?: LinkTemplate;
    /** whether verdicts are shown */
    readonly isJudged?: boolean;
    readonly notes: readonly string[];
}

export const USUAL: Drawing = { ports: 'minimal', notes: [] };

/** Parsers of the values of `show=`, `depth=` and `compartments=`. @throws CellFailure for an invalid value */
const EXTENTS: Readonly<Record<string, (value: string) => NonNullable<Drawing['shown']>>> = {
    show: value => {
        const chosen = notationElementsOf(value.split(','));
        if ('unknown' in chosen) {
            throw new CellFailure(
                'UsageError',
                `unknown notation element "${chosen.unknown}"; the elements are ${NOTATION_ELEMENTS.join(', ')}, all`
            );
        }
        return { show: chosen.elements };
    },
    depth: value => {
        if (!/^\d{1,4}$/.test(value)) {
            throw new CellFailure('UsageError', `depth=${value}: depth is a number of levels, 0 for all`);
        }
        return { depth: Number(value) };
    },
    compartments: value => {
        if (!isAmong(COMPARTMENT_FOLDINGS, value) || value === '') {
            const known = COMPARTMENT_FOLDINGS.filter(f => f !== '').join(', ');
            throw new CellFailure('UsageError', `unknown folding of compartments "${value}"; the foldings are ${known}`);
        }
        return { compartments: value };
    }
};

/** A drawing with the option of a word `name=value`; undefined for any other word. */
function extended(drawing: Drawing, word: string): Drawing | undefined {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(word) ?? [];
    if (name === 'link') {
        const link = linkTemplateOf(value);
        if ('fault' in link) {
            throw new CellFailure('UsageError', link.fault);
        }
        return { ...drawing, link };
    }
    const read = Object.hasOwn(EXTENTS, name) ? EXTENTS[name] : undefined;
    return read && { ...drawing, shown: { ...drawing.shown, ...read(value) } };
}

/** Styles of the standard's pilot, of other tools and of written forms that our drawings do not have: accepted, with a note. */
const FOREIGN_STYLES: readonly string[] = [
    ...['stdcolor', 'plantuml', 'pumlcode', 'polyline', 'ortholine', 'ortho', 'splines', 'comptree', 'compmost', 'aligntree', 'lines'],
    ...['edgemultiplicity', 'nodemultiplicity', 'implicitmultiplicity', 'eval', 'evalexp', 'hidemetadata', 'defaultfont'],
    ...['showmetaclass', 'showinherited', 'showimported', 'showlib', 'vrtgt', 'vmanual', 'pilot', 'cameo'],
    ...PALETTES
];

const PORTS = ['minimal', 'full'] as const;

/** The styles of our drawings. */
const STYLES: readonly string[] = [...DIRECTIONS, ...PORTS, 'verdicts', 'default'];

/**
 * Applies one word of a style: a direction, a port display, verdicts, or a style without effect here. @throws CellFailure for an unknown
 * word
 */
export function styled(drawing: Drawing, word: string): Drawing {
    const direction = DIRECTIONS.find(d => d === word.toUpperCase());
    if (direction !== undefined) {
        return { ...drawing, direction };
    }
    const style = word.toLowerCase();
    const ports = PORTS.find(p => p === style);
    if (ports !== undefined) {
        return { ...drawing, ports };
    }
    if (style === 'default') {
        return drawing;
    }
    if (style === 'verdicts') {
        return { ...drawing, isJudged: true };
    }
    if (!FOREIGN_STYLES.includes(style)) {
        throw new CellFailure('UsageError', `unknown style "${word}"; the styles are ${STYLES.join(', ')}`);
    }
    return { ...drawing, notes: [...drawing.notes, `style ${word} is not drawn`] };
}

/** Applies the words after a name: a form, or parts of a style. @throws CellFailure for any other word */
export function drawingOf(words: readonly string[], before: Drawing = USUAL): Drawing {
    return words.reduce((drawing, word) => {
        const form = word.toLowerCase();
        const known = isWrittenForm(form) ? { ...drawing, form } : extended(drawing, word);
        if (known === undefined && ![...STYLES, ...FOREIGN_STYLES].some(s => s.toLowerCase() === form)) {
            throw new CellFailure('UsageError', `unknown form or style "${word}"; the forms are ${WRITTEN_FORMS.join(', ')}`);
        }
        return known ?? styled(drawing, word);
    }, before);
}
