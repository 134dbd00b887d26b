/**
 * `%render-run`: the recorded states and messages of the last run, in several forms (contract: newest-operations 10). The first form also
 * gets a picture.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { type LinkTemplate, linkOf, linkTemplateOf, mermaidTextOf, originOf, plantumlTextOf } from '../../views/index.js';
import { lifetimesOf, type Lifetime, messagesIn, type Stay } from '../answers/recorded-run.js';
import { CellFailure, type Shown } from '../answers/shown.js';
import type { Session } from '../session.js';

export const RUN_FORMS = ['text', 'mermaid', 'plantuml'] as const;
/** Maximum number of states or messages in a picture; a longer record gets no picture. */
const MOST_MARKS = 300;
type RunForm = (typeof RUN_FORMS)[number];

/** The address of a declaration; undefined if no link was requested, or if the declaration is in no file. */
type Linking = (declaration: AstNode | undefined) => string | undefined;

/** Answers `%render-run`; undefined if no form is named. @throws CellFailure */
export async function renderedRun(session: Session, words: readonly string[]): Promise<Shown | undefined> {
    const [kind, ...more] = words;
    if (kind === undefined) {
        return undefined;
    }
    if (kind !== 'timeline' && kind !== 'sequence') {
        throw new CellFailure('UsageError', `unknown rendering of a run "${kind}"; there are timeline and sequence`);
    }
    const { form, link } = optionsFrom(more);
    const { records, end } = session.recorded;
    if (records.length === 0) {
        throw new CellFailure(
            'CommandError',
            'the session records no run: %action, %state or %run makes one, %trace on has %run record it'
        );
    }
    const head = `run - ${kind} rendering (the trace of a run to t = ${end})`;
    const places = link === undefined ? undefined : session.filePlaces;
    const linking: Linking = declaration =>
        link === undefined || places === undefined || declaration === undefined
            ? undefined
            : linkOf(link, places(originOf(declaration, false)));
    if (kind === 'sequence') {
        const found = messagesIn(records);
        return found.messages.length === 0
            ? { text: `${head}\n\nthe run recorded no message; the rendering is empty` }
            : withPicture(sequenceShown(head, found, form, linking), form, found.messages.length, ({ pictureOfMessages }) =>
                  pictureOfMessages(`messages of the run to t = ${end}`, found)
              );
    }
    const lifetimes = lifetimesOf(records, end).filter(l => l.stays.length > 0);
    return lifetimes.length === 0
        ? { text: `${head}\n\nthe run recorded no state; the rendering is empty` }
        : withPicture(
              timelineShown(head, lifetimes, form, linking),
              form,
              lifetimes.flatMap(l => l.stays).length,
              ({ pictureOfLifetimes }) => pictureOfLifetimes(`states of the run to t = ${end}`, lifetimes, end)
          );
}

/** An answer in the first form with its picture, unless the picture would have too many marks. */
async function withPicture(
    shown: Shown,
    form: RunForm,
    marks: number,
    draw: (pictures: typeof import('../answers/run-picture.js')) => Promise<string>
): Promise<Shown> {
    return form !== 'text' || marks > MOST_MARKS ? shown : { ...shown, svg: await draw(await import('../answers/run-picture.js')) };
}

function optionsFrom(words: readonly string[]): { readonly form: RunForm; readonly link: LinkTemplate | undefined } {
    let form: RunForm = 'text';
    let link: LinkTemplate | undefined;
    for (const word of words) {
        const [, address] = /^link=(.*)$/s.exec(word) ?? [];
        const named = RUN_FORMS.find(f => f === word);
        if (address === undefined && named === undefined) {
            throw new CellFailure('UsageError', `unknown form "${word}"; there are ${RUN_FORMS.join(', ')}`);
        }
        form = named ?? form;
        const template = address === undefined ? undefined : linkTemplateOf(address);
        if (template !== undefined && 'fault' in template) {
            throw new CellFailure('UsageError', template.fault);
        }
        link = template ?? link;
    }
    return { form, link };
}

/** Text of a Mermaid diagram in which a colon or a comma ends a name. */
const mermaidName = (text: string): string => mermaidTextOf(text).replace(/:/g, '#58;').replace(/,/g, '#44;');

const written = (form: RunForm, text: string): Shown =>
    form === 'mermaid' ? { text, written: { mime: 'text/vnd.mermaid', text } } : { text };

// --- Messages ---------------------------------------------------------------------------------------------------------

function sequenceShown(head: string, { participants, messages }: ReturnType<typeof messagesIn>, form: RunForm, linking: Linking): Shown {
    const links = participants.map(p => linking(p.declaration));
    const timed = messages.map(m => ({ ...m, label: `t=${m.time} ${m.text}` }));
    if (form === 'mermaid') {
        return written(
            form,
            [
                `%% ${head}`,
                'sequenceDiagram',
                ...participants.map((p, i) => `    participant n${i} as ${mermaidName(p.name)}`),
                ...links.flatMap((link, i) => (link === undefined ? [] : [`    link n${i}: declaration @ ${link}`])),
                ...timed.map(m => `    n${m.from}->>n${m.to}: ${mermaidName(m.label)}`)
            ].join('\n')
        );
    }
    if (form === 'plantuml') {
        const linked = (i: number): string => (links[i] === undefined ? '' : ` [[${links[i]}]]`);
        return written(
            form,
            [
                '@startuml',
                `' ${head}`,
                ...participants.map((p, i) => `participant "${plantumlTextOf(p.name)}" as n${i}${linked(i)}`),
                ...timed.map(m => `n${m.from} -> n${m.to} : ${plantumlTextOf(m.label)}`),
                '@enduml'
            ].join('\n')
        );
    }
    const rows = timed.map(m => [String(m.time), participants[m.from].name, participants[m.to].name, m.text]);
    const lines = timed.map(m => `  ${participants[m.from].name} => ${participants[m.to].name}: ${m.label}`);
    return {
        text: [head, '', ...participants.map(p => `object ${p.name}`), '', 'messages:', ...lines].join('\n'),
        table: { columns: ['time', 'from', 'to', 'message'], rows }
    };
}

// --- States -----------------------------------------------------------------------------------------------------------

const eventText = (by: string): string => (by === '' ? '' : ` (${by === 'time' ? by : `accept ${by}`})`);

function stayText({ from, to, state, by, via, isLast }: Stay): string {
    const passed = via.length === 0 ? '' : `  via ${via.join(', ')}`;
    return `  ${from} .. ${to}  ${state}${eventText(by)}${passed}${isLast ? '  (held at the end)' : ''}`;
}

function timelineShown(head: string, lifetimes: readonly Lifetime[], form: RunForm, linking: Linking): Shown {
    if (form === 'mermaid') {
        return written(form, ganttOf(head, lifetimes));
    }
    if (form === 'plantuml') {
        return written(form, timingOf(head, lifetimes, linking));
    }
    const lines = lifetimes.flatMap(({ machine, stays, transitions }) => [
        '',
        machine,
        ...stays.map(stayText),
        ...(transitions.length === 0 ? [] : ['  transitions:']),
        ...transitions.map(t => `    t=${t.time} ${t.from} -> ${t.to}${eventText(t.by)}`)
    ]);
    const rows = lifetimes.flatMap(({ machine, stays }) => stays.map(s => [machine, String(s.from), String(s.to), s.state, s.by]));
    return { text: [head, ...lines].join('\n'), table: { columns: ['machine', 'from', 'to', 'state', 'by'], rows } };
}

const MILLISECONDS = 1000;

function ganttOf(head: string, lifetimes: readonly Lifetime[]): string {
    const bar = ({ state, from, to, by }: Stay, id: string): string =>
        `        ${mermaidName(`${state}${eventText(by)}`)} :${id}, ${Math.round(from * MILLISECONDS)}, ${Math.round(to * MILLISECONDS)}`;
    const sections = lifetimes.flatMap(({ machine, stays }, i) => [
        `    section ${mermaidName(machine)}`,
        ...stays.map((stay, k) => bar(stay, `l${i}s${k}`))
    ]);
    return [`%% ${head}`, 'gantt', '    dateFormat x', '    axisFormat %M:%S.%L', '    todayMarker off', ...sections].join('\n');
}

/** A timing diagram: at each instant the states that begin there. */
function timingOf(head: string, lifetimes: readonly Lifetime[], linking: Linking): string {
    const texts = lifetimes.map(({ machine, declaration }) => {
        const link = linking(declaration);
        return link === undefined ? plantumlTextOf(machine) : `[[${link} ${plantumlTextOf(machine)}]]`;
    });
    const instants = [...new Set(lifetimes.flatMap(l => l.stays.flatMap(s => [s.from, s.to])))].sort((a, b) => a - b);
    const at = (time: number): string[] =>
        lifetimes.flatMap(({ stays }, i) => {
            const begun = stays.find(s => s.from === time);
            const ended = stays.some(s => s.to === time);
            return begun !== undefined
                ? [`l${i} is "${plantumlTextOf(`${begun.state}${eventText(begun.by)}`)}"`]
                : ended
                  ? [`l${i} is {hidden}`]
                  : [];
        });
    return [
        '@startuml',
        `' ${head}`,
        ...texts.map((text, i) => `concise "${text}" as l${i}`),
        ...instants.flatMap(time => [`@${time}`, ...at(time)]),
        '@enduml'
    ].join('\n');
}
