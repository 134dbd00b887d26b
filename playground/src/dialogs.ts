/** What the playground asks a person: a line of text, a choice, a confirmation; and short messages. Texts are never markup. */

type Child = Node | string;

/** An element with properties and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    properties: Partial<HTMLElementTagNameMap[K]> = {},
    ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
}

export const byId = (id: string): HTMLElement => {
    const found = document.getElementById(id);
    if (found === null) {
        throw new Error(`the page has no #${id}`);
    }
    return found;
};

/** Shows a dialog until it is answered; Escape and a click beside it answer undefined. */
function modal<T>(title: string, fill: (close: (answer: T | undefined) => void) => readonly Child[]): Promise<T | undefined> {
    return new Promise(resolve => {
        const dialog = element('dialog');
        dialog.setAttribute('aria-label', title);
        const close = (answer: T | undefined): void => {
            dialog.close();
            dialog.remove();
            resolve(answer);
        };
        dialog.append(element('h2', { textContent: title }), ...fill(close));
        dialog.addEventListener('cancel', () => close(undefined));
        dialog.addEventListener('click', event => event.target === dialog && close(undefined));
        document.body.append(dialog);
        dialog.showModal();
    });
}

export interface Line {
    readonly title?: string;
    readonly prompt?: string;
    readonly value?: string;
    readonly placeHolder?: string;
    /** @returns what is wrong with a text */
    readonly validateInput?: (text: string) => string | undefined | null | Promise<string | undefined | null>;
}

/** Asks for a line of text. */
export function askLine({ title = '', prompt = '', value = '', placeHolder = '', validateInput }: Line): Promise<string | undefined> {
    return modal<string>(title === '' ? prompt : title, close => {
        const input = element('input', { type: 'text', value, placeholder: placeHolder });
        input.setAttribute('aria-label', prompt === '' ? title : prompt);
        const wrong = element('p', { className: 'wrong' });
        wrong.setAttribute('role', 'alert');
        const submit = async (): Promise<void> => {
            const fault = (await validateInput?.(input.value)) ?? '';
            wrong.textContent = fault;
            if (fault === '') {
                close(input.value);
            }
        };
        const form = element('form', {}, input, wrong, element('button', { type: 'submit', textContent: 'OK' }));
        form.addEventListener('submit', event => {
            event.preventDefault();
            void submit();
        });
        input.select();
        return [...(title === '' || prompt === '' ? [] : [element('p', { textContent: prompt })]), form];
    });
}

export interface Choice {
    readonly label: string;
    readonly description?: string;
}

/** Asks for one of several; the arrow keys move between them. */
export function askChoice<T extends Choice>(title: string, choices: readonly T[]): Promise<T | undefined> {
    return modal<T>(title, close => {
        const list = element(
            'menu',
            {},
            ...choices.map(choice =>
                element(
                    'li',
                    {},
                    element(
                        'button',
                        { type: 'button', onclick: () => close(choice) },
                        choice.label,
                        element('small', { textContent: choice.description ?? '' })
                    )
                )
            )
        );
        list.addEventListener('keydown', event => {
            const buttons = [...list.querySelectorAll('button')];
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step !== undefined) {
                event.preventDefault();
                const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
                buttons[(at + step + buttons.length) % buttons.length]?.focus();
            }
        });
        return [list];
    });
}

/** Milliseconds for which a message is shown. */
const SHOWN = 9000;

/** A message at the edge of the page, with the words that may answer it. */
export function notify(kind: 'error' | 'warning' | 'info', text: string, answers: readonly string[] = []): Promise<string | undefined> {
    return new Promise(resolve => {
        const message = element('div', { className: `message ${kind}` }, element('span', { textContent: text }));
        message.setAttribute('role', kind === 'error' ? 'alert' : 'status');
        const end = (answer: string | undefined): void => {
            message.remove();
            resolve(answer);
        };
        message.append(...answers.map(answer => element('button', { type: 'button', textContent: answer, onclick: () => end(answer) })));
        const close = element('button', { type: 'button', textContent: '×', title: 'Close', onclick: () => end(undefined) });
        message.append(close);
        byId('messages').append(message);
        if (answers.length === 0) {
            setTimeout(() => end(undefined), SHOWN);
        }
    });
}
