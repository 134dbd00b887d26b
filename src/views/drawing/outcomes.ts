/** Draws the tree of an exploration: choice points, their alternatives, and the outcomes with the number of runs that reached them. */
import type { Exploration, Outcome } from '../../runtime/behaviour/index.js';
import { type Value, valueText } from '../../runtime/values/index.js';
import { type OutcomeTree, outcomeTreeOf } from '../run/outcome-tree.js';
import { wrap } from './font.js';
import { layOut } from './layout.js';
import { type Box, leading, type Link, NAME_SIZE, type Scene, sizeOf, SMALL_SIZE, type TextLine } from './scene.js';
import { drawingOf, sheetOf } from './svg.js';
import type { Theme } from './theme.js';

/** Choice points beyond this number of boxes are drawn without their alternatives. */
const MOST_BOXES = 150;
const WIDTH = 260;

/**
 * An exploration as SVG text.
 * @param element id of the behaviour that was explored
 * @param exploration with its tree
 * @param show how values are written
 */
export async function drawOutcomes(
    element: string,
    exploration: Exploration,
    show: (value: Value) => string = valueText,
    theme: Theme = 'auto'
): Promise<string> {
    const { outcomes, status, tree } = exploration;
    const scene = sceneOf(outcomeTreeOf(tree), outcomes, show);
    const placement = await layOut(scene, 'tree', { direction: 'LR' });
    const title = `outcomes of ${element}`;
    const description = `${count(status.runs, 'run')}, ${count(outcomes.length, 'outcome')}, ${status.complete ? 'complete' : 'not every order was tried'}`;
    const heading = 2 * leading(NAME_SIZE) + 8;
    const extent = { x: 0, y: -heading, width: Math.max(placement.width, 360), height: placement.height + heading };
    const head: readonly TextLine[] = [
        { text: title, size: NAME_SIZE, bold: true },
        { text: description, size: SMALL_SIZE }
    ];
    return sheetOf({ title, description, kind: 'outcomes', element, extent, theme, heading: head }, drawingOf(scene, placement));
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

function sceneOf(tree: OutcomeTree, outcomes: readonly Outcome[], show: (value: Value) => string): Scene {
    const boxes: Box[] = [];
    const links: Link[] = [];
    // Breadth first, so that the boxes left out are far from the root.
    const work: { readonly to: OutcomeTree; readonly from: string; readonly alternatives: readonly string[] }[] = [
        { to: tree, from: '', alternatives: [] }
    ];
    for (const { to, from, alternatives } of work) {
        const id = `n${boxes.length}`;
        const isCut = to.kind === 'choice' && boxes.length + work.length > MOST_BOXES;
        boxes.push(boxOf(id, to, isCut, outcomes, show));
        if (from !== '') {
            links.push(linkOf(`e${links.length}`, from, id, alternatives));
        }
        if (to.kind === 'choice' && !isCut) {
            work.push(...to.branches.map(b => ({ ...b, from: id })));
        }
    }
    return { boxes, links };
}

function boxOf(id: string, to: OutcomeTree, isCut: boolean, outcomes: readonly Outcome[], show: (value: Value) => string): Box {
    const [heading, lines] = textsOf(to, isCut, outcomes, show);
    const title: TextLine[] = [
        ...wrap(heading, WIDTH, NAME_SIZE).map((text): TextLine => ({ text, size: NAME_SIZE, bold: true })),
        { text: to.kind === 'untried' ? '' : count(to.runs, 'run'), size: SMALL_SIZE }
    ].filter(l => l.text !== '');
    const sections = lines.length === 0 ? [] : [{ name: '', lines: lines.map((text): TextLine => ({ text, size: SMALL_SIZE })) }];
    const shape = to.kind === 'choice' ? 'usage' : to.kind === 'outcome' ? 'definition' : 'view';
    const description = [heading, ...lines].join('; ');
    return {
        id,
        element: '',
        shape,
        node: undefined,
        parent: '',
        title,
        sections,
        size: sizeOf(shape, title, sections, {}),
        caption: '',
        ports: [],
        marks: [],
        style: {},
        description
    };
}

function textsOf(
    to: OutcomeTree,
    isCut: boolean,
    outcomes: readonly Outcome[],
    show: (value: Value) => string
): readonly [heading: string, lines: readonly string[]] {
    if (to.kind === 'untried') {
        return ['not tried', []];
    }
    if (to.kind === 'choice') {
        return [isCut ? `${to.subject} … more choices` : to.subject, []];
    }
    const { error, finalState, statesVisited, outputs, probability } = to.outcome;
    const heading = `outcome ${outcomes.indexOf(to.outcome) + 1}${finalState === '' ? '' : `: ${finalState}`}`;
    const lines = [
        error === '' ? '' : `error: ${error}`,
        statesVisited.length === 0 ? '' : statesVisited.join(' → '),
        ...[...outputs].map(([name, value]) => `${name} = ${show(value)}`),
        probability === 0 ? '' : `p = ${Number(probability.toPrecision(6))}`
    ];
    return [heading, lines.filter(l => l !== '').flatMap(l => wrap(l, WIDTH, SMALL_SIZE))];
}

function linkOf(id: string, from: string, to: string, alternatives: readonly string[]): Link {
    const text =
        alternatives.length > 4 ? `${alternatives.slice(0, 3).join(', ')} or ${alternatives.length - 3} more` : alternatives.join(', ');
    return {
        id,
        element: '',
        within: '',
        elaboration: '',
        from,
        to,
        fromPort: '',
        toPort: '',
        kind: 'transition',
        form: 'transition',
        label: wrap(text, 170, SMALL_SIZE),
        fromEnd: '',
        toEnd: '',
        route: [],
        style: {},
        description: `picks ${alternatives.join(', ')}`
    };
}
