/** The panel of a run: what moves it, the clock, events to press, values that change, and what was recorded. */
import { eventText, valueHint } from '../events.js';
import { lastOf } from '../names.js';
import { h, iconButton } from '../dom.js';
import type { RunCommand, RunEvent, RunShown } from '../messages.js';

/** Lines of the record that are shown. */
const MOST_RECORDS = 200;

/** Seconds as a clock shows them. */
export function clockText(seconds: number): string {
    return `${+seconds.toFixed(3)} s`;
}

export interface RunPanel {
    readonly element: HTMLElement;
    /** What could be run while nothing is. */
    offer(runnable: readonly string[]): void;
    /** Another element is drawn: the run says which one it is of. */
    drawn(element: string): void;
    show(run: RunShown): void;
    /** @param reason why the run is over; empty when it was asked for */
    ended(reason: string): void;
}

export function runPanel(
    send: (command: RunCommand) => void,
    explore: (element: string) => void,
    draw: (element: string) => void
): RunPanel {
    const element = h('section', { class: 'panel', id: 'panel-run' });
    let previous = new Map<string, string>();
    let shown: RunShown | undefined;
    let notice = '';
    let offered: readonly string[] = [];
    let drawn = '';

    const offer = (runnable: readonly string[]): void => {
        offered = runnable;
        if (shown !== undefined) {
            return;
        }
        element.replaceChildren(
            ...(notice === '' ? [] : [h('p', { class: 'warning' }, notice)]),
            ...(runnable.length === 0
                ? [h('p', { class: 'hint' }, 'Nothing in this drawing can be run. Put the cursor into an action or a state machine.')]
                : [
                      h('p', { class: 'hint' }, 'Runs in the drawing, one step at a time.'),
                      ...runnable.map(name =>
                          h(
                              'div',
                              { class: 'row' },
                              h('code', { class: 'grow', title: name }, lastOf(name)),
                              h('button', { class: 'primary', onclick: () => send({ command: 'start', element: name }) }, 'Run'),
                              h('button', { title: 'Try all orders that the model leaves open', onclick: () => explore(name) }, 'Explore')
                          )
                      )
                  ])
        );
    };

    const show = (run: RunShown): void => {
        shown = run;
        notice = '';
        const isOver = ['completed', 'terminated', 'failed', 'ended'].includes(run.state);
        const values = run.values.map(({ name, value }) => {
            const isChanged = previous.has(name) && previous.get(name) !== value;
            return h('tr', { class: isChanged ? 'is-changed' : '' }, h('th', {}, name), h('td', {}, value));
        });
        previous = new Map(run.values.map(v => [v.name, v.value]));
        const records = run.records.slice(-MOST_RECORDS).reverse();
        const restore = keptInputs(element);
        element.replaceChildren(
            h(
                'div',
                { class: 'row subject' },
                h('code', { class: 'grow', title: run.element }, lastOf(run.element)),
                drawn !== run.element && h('button', { title: `Draw ${run.element}`, onclick: () => draw(run.element) }, 'Show')
            ),
            h(
                'div',
                { class: 'row controls' },
                iconButton('restart', 'Start again', () => send({ command: 'restart' })),
                disabledWhen(
                    isOver,
                    iconButton('step', 'One step', () => send({ command: 'step' }))
                ),
                disabledWhen(
                    isOver,
                    iconButton('skip', 'Run until nothing can happen', () => send({ command: 'continue' }))
                ),
                disabledWhen(isOver || run.due === undefined, advanceButton(run, send)),
                iconButton('stop', 'End the run', () => send({ command: 'stop' }))
            ),
            h(
                'div',
                { class: 'standing' },
                h('span', { class: `state ${run.state}` }, run.state),
                h('span', { class: 'clock', title: 'the clock of the run' }, clockText(run.time)),
                run.reason !== '' && h('span', { class: 'reason' }, run.reason)
            ),
            ...[replaySlider(run, send), performerField(run, send)].filter(e => e !== undefined),
            ...eventsOf(run, isOver, send),
            ...titled('Values', values.length > 0 && h('table', { class: 'values' }, ...values)),
            ...titled(
                'What happened',
                records.length > 0 &&
                    h(
                        'ol',
                        { class: 'records' },
                        ...records.map(({ time, text, kind }) =>
                            h('li', { class: kind.replace(/\W+/g, '-') }, h('time', {}, clockText(time)), h('span', {}, text))
                        )
                    )
            ),
            ...titled('Choices', run.notes.length > 0 && h('ul', { class: 'notes' }, ...run.notes.map(note => h('li', {}, note))))
        );
        restore();
    };

    return {
        element,
        offer,
        show,
        drawn(of) {
            drawn = of;
            if (shown !== undefined) {
                show(shown);
            }
        },
        ended(reason) {
            shown = undefined;
            previous = new Map();
            notice = reason;
            offer(offered);
        }
    };
}

function disabledWhen<T extends HTMLButtonElement>(isDisabled: boolean, button: T): T {
    button.disabled = isDisabled;
    return button;
}

function advanceButton({ due, time }: RunShown, send: (command: RunCommand) => void): HTMLButtonElement {
    const seconds = due === undefined ? 0 : due - time;
    const title = due === undefined ? 'Nothing waits for the clock' : `Let ${clockText(seconds)} pass, to ${clockText(due)}`;
    return h(
        'button',
        { class: 'text-button', title, onclick: () => send({ command: 'advance', seconds }) },
        due === undefined ? '+ time' : `+${clockText(seconds)}`
    );
}

function replaySlider(run: RunShown, send: (command: RunCommand) => void): HTMLElement | undefined {
    if (run.moves === 0) {
        return undefined;
    }
    return h(
        'div',
        { class: 'row replay' },
        h(
            'button',
            { class: 'text-button', title: 'Back by one move', onclick: () => send({ command: 'replay', moves: run.moves - 1 }) },
            '← Back'
        ),
        h('span', { class: 'hint' }, `move ${run.moves}`),
        h(
            'button',
            {
                class: 'text-button',
                title: 'Shows the run again from its beginning',
                onclick: () => send({ command: 'replay', moves: -1 })
            },
            'Replay'
        )
    );
}

function performerField({ performer, performers, element }: RunShown, send: (command: RunCommand) => void): HTMLElement | undefined {
    if (performers.length === 0) {
        return undefined;
    }
    const select = h(
        'select',
        {
            'aria-label': 'performed by',
            onchange: event => send({ command: 'start', element, performer: (event.target as HTMLSelectElement).value })
        },
        ...['', ...performers].map(p => h('option', { value: p, selected: p === performer }, p === '' ? '(by itself)' : p))
    );
    return h('label', { class: 'row' }, h('span', { class: 'hint' }, 'performed by'), select);
}

/** What is being typed of events: a run that is shown again goes on with it. @returns restores it in what is there then */
function keptInputs(element: HTMLElement): () => void {
    const all = (): HTMLInputElement[] => [...element.querySelectorAll<HTMLInputElement>('.events input, input.other-event')];
    const keyOf = (input: HTMLInputElement): string => input.getAttribute('aria-label') ?? '';
    const kept = new Map(
        all().map(input => {
            const isOpen = input.closest<HTMLElement>('.event-form')?.hidden === false;
            return [keyOf(input), { value: input.value, isOpen, hasFocus: input === document.activeElement }];
        })
    );
    return () => {
        for (const input of all()) {
            const { value, isOpen, hasFocus } = kept.get(keyOf(input)) ?? { value: '', isOpen: false, hasFocus: false };
            const form = input.closest<HTMLElement>('.event-form');
            input.value = value;
            if (form !== null && isOpen) {
                form.hidden = false;
            }
            if (hasFocus) {
                input.focus();
            }
        }
    };
}

/** A button that sends an event; of one that carries values, a form that asks for them. */
function eventButton(event: RunEvent, isOver: boolean, send: (command: RunCommand) => void): HTMLElement {
    const { name, parameters } = event;
    if (parameters.length === 0) {
        return disabledWhen(isOver, h('button', { class: 'event', onclick: () => send({ command: 'send', event: name }) }, name));
    }
    const inputs = parameters.map(p => h('input', { name: p.name, placeholder: valueHint(p), 'aria-label': `${name}: ${p.name}` }));
    const missing = h('p', { class: 'warning', hidden: true });
    const values = (): string[] => inputs.map(i => i.value.trim());
    /** Says what is open. @returns whether nothing is */
    const isComplete = (): boolean => {
        const open = parameters.filter((_, i) => values()[i] === '').map(p => p.name);
        missing.hidden = open.length === 0;
        missing.textContent = `${name} lacks ${open.join(', ')}`;
        return open.length === 0;
    };
    const go = (): void => {
        if (isComplete()) {
            form.hidden = true;
            send({ command: 'send', event: eventText(event, values()) });
        }
    };
    const form = h(
        'div',
        { class: 'event-form', hidden: true },
        ...parameters.map((p, i) => h('label', { class: 'row' }, h('span', { class: 'hint' }, `${p.name} : ${p.type}`), inputs[i])),
        missing,
        h('button', { class: 'primary', onclick: go }, `Send ${name}`)
    );
    inputs.forEach(input => {
        input.addEventListener('keydown', key => key.key === 'Enter' && go());
        input.addEventListener('input', () => missing.hidden || isComplete());
    });
    const open = (): void => {
        form.hidden = !form.hidden;
        form.scrollIntoView({ block: 'nearest' });
        inputs[0].focus();
    };
    return h('div', {}, disabledWhen(isOver, h('button', { class: 'event', onclick: open }, `${name}…`)), form);
}

function eventsOf({ events, queue }: RunShown, isOver: boolean, send: (command: RunCommand) => void): HTMLElement[] {
    const input = h('input', {
        placeholder: 'Event(name = value)',
        class: 'other-event',
        'aria-label': 'another event',
        onkeydown: event => {
            const { value } = event.target as HTMLInputElement;
            if ((event as KeyboardEvent).key === 'Enter' && value.trim() !== '') {
                (event.target as HTMLInputElement).value = '';
                send({ command: 'send', event: value.trim() });
            }
        }
    });
    input.disabled = isOver;
    return titled(
        'Events',
        h(
            'div',
            {},
            h('div', { class: 'events' }, ...events.map(event => eventButton(event, isOver, send))),
            input,
            queue.length > 0 && h('p', { class: 'hint' }, `waiting: ${queue.join(', ')}`)
        )
    );
}

export function titled(title: string, content: HTMLElement | false | undefined): HTMLElement[] {
    return content === false || content === undefined ? [] : [h('h2', {}, title), content];
}
