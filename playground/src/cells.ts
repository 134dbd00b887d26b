/**
 * Cells of notation, expressions and commands over the open files, as at the prompt: what is written, and below it what is answered. Texts
 * of answers are never markup; pictures are images, pages are frames without scripts.
 */
import { byId, element } from './dialogs.js';
import type { CellAnswer, Forms, PageSession } from './session.js';

/** Most completions that are listed. */
const MOST_ITEMS = 40;

export class Cells {
    private readonly input = byId('cell') as HTMLTextAreaElement;
    private readonly answers = byId('answers');
    private readonly offers = byId('offers');
    private readonly history: string[] = [];
    private at = 0;

    constructor(private readonly session: PageSession) {
        this.input.addEventListener('keydown', event => void this.key(event));
        // pictures and pages have their height when they are loaded, which is no event of what is around them
        this.answers.addEventListener('load', () => requestAnimationFrame(() => this.follow()), true);
        this.input.addEventListener('input', () => this.grow());
        byId('do-run-cell').addEventListener('click', () => void this.run());
        byId('do-stop-cell').addEventListener('click', () => void this.stop());
        byId('do-clear-cells').addEventListener('click', () => void this.clear());
    }

    focus(): void {
        this.input.focus();
    }

    private grow(): void {
        this.offers.replaceChildren();
        this.input.rows = Math.min(10, this.input.value.split('\n').length);
    }

    private write(text: string): void {
        this.input.value = text;
        this.grow();
    }

    /** Enter answers a complete cell, Shift+Enter begins a line; the arrows walk through what was written, Tab completes. */
    private async key(event: KeyboardEvent): Promise<void> {
        const { input } = this;
        const isAtEdge = !input.value.includes('\n');
        if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            if (await this.session.isComplete(input.value)) {
                await this.run();
            } else {
                input.setRangeText('\n', input.selectionStart, input.selectionEnd, 'end');
                this.grow();
            }
        } else if (event.key === 'Tab' && !event.shiftKey && input.value.trim() !== '') {
            event.preventDefault();
            await this.complete();
        } else if (event.key === 'Escape') {
            this.offers.replaceChildren();
        } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && isAtEdge) {
            const next = this.at + (event.key === 'ArrowUp' ? -1 : 1);
            if (next >= 0 && next <= this.history.length) {
                event.preventDefault();
                this.at = next;
                this.write(this.history[next] ?? '');
            }
        }
    }

    private async complete(): Promise<void> {
        const { input } = this;
        const cell = input.value;
        const { start, end, items } = await this.session.complete(cell, input.selectionStart);
        if (input.value !== cell) {
            return;
        }
        const take = (text: string): void => {
            input.setRangeText(text, start, end, 'end');
            this.grow();
            input.focus();
        };
        if (items.length === 1) {
            take(items[0].text);
            return;
        }
        const offered = items.slice(0, MOST_ITEMS).map(({ text, label, detail }) => {
            const button = element('button', { type: 'button', textContent: label, title: detail });
            button.addEventListener('click', () => take(text));
            return button;
        });
        const left = items.length - offered.length;
        this.offers.replaceChildren(...offered, ...(left > 0 ? [`and ${left} more`] : []));
    }

    async run(): Promise<void> {
        const cell = this.input.value.trim();
        if (cell === '') {
            return;
        }
        this.write('');
        this.history.push(cell);
        this.at = this.history.length;
        const answer = element('div', { className: 'answer is-running', textContent: 'Computing …' });
        answer.setAttribute('aria-live', 'polite');
        this.answers.append(element('div', { className: 'entry' }, element('pre', { className: 'cell', textContent: cell }), answer));
        this.follow();
        try {
            const answers = await this.session.execute(cell, text => (answer.textContent = text));
            answer.replaceChildren(...answers.flatMap(shownOf));
        } catch (error) {
            answer.replaceChildren(element('pre', { className: 'failure', textContent: (error as Error).message }));
        }
        answer.classList.remove('is-running');
        this.follow();
    }

    private follow(): void {
        this.answers.scrollTop = this.answers.scrollHeight;
    }

    private async stop(): Promise<void> {
        if (!(await this.session.interrupt())) {
            this.answers.append(element('pre', { className: 'failure', textContent: 'The session was ended with what it had.' }));
        }
    }

    private async clear(): Promise<void> {
        await this.session.restart();
        this.answers.replaceChildren();
        this.input.focus();
    }
}

function shownOf({ shown, failure }: CellAnswer): HTMLElement[] {
    const parts = shown.filter(s => s.text !== '' || 'image/svg+xml' in s.forms).map(({ text, forms }) => formOf(text, forms));
    return failure === undefined
        ? parts
        : [...parts, element('pre', { className: 'failure', textContent: `${failure.kind}: ${failure.message}` })];
}

/** The form of an answer that says most here: a picture, a page, else text. */
function formOf(text: string, forms: Forms): HTMLElement {
    const [svg, page] = [forms['image/svg+xml'], forms['text/html']];
    if (typeof svg === 'string') {
        const picture = element('img', { alt: text });
        picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
        return picture;
    }
    if (typeof page === 'string') {
        return frameOf(page, text);
    }
    return element('pre', { textContent: text });
}

/** A page in a frame that runs no scripts, as high as it is. */
function frameOf(page: string, title: string): HTMLElement {
    const frame = element('iframe', { title });
    frame.setAttribute('sandbox', 'allow-same-origin');
    const { color, fontFamily } = getComputedStyle(document.body);
    const style = `body{margin:0;color:${color};font:13px/1.4 ${fontFamily.replace(/[<>"]/g, '')}}td,th{text-align:left;padding:1px 12px 1px 0}`;
    frame.srcdoc = `<!doctype html><style>${style}</style>${page}`;
    frame.addEventListener('load', () => {
        frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight ?? 200}px`;
    });
    return frame;
}
