/** The menu on a node or line of the drawing. */
import { h } from './dom.js';

export interface MenuEntry {
    readonly label: string;
    readonly hint?: string;
    readonly run: () => void;
}
export type MenuGroup = readonly MenuEntry[];

let open: HTMLElement | undefined;

export function closeMenu(): void {
    open?.remove();
    open = undefined;
}

/** Opens a menu at a place of the window; groups are divided by a line. */
export function openMenu(x: number, y: number, groups: readonly MenuGroup[]): void {
    closeMenu();
    const items = groups
        .filter(group => group.length > 0)
        .flatMap((group, i) => [...(i > 0 ? [h('hr')] : []), ...group.map(entry => itemOf(entry))]);
    if (items.length === 0) {
        return;
    }
    const menu = h('div', { class: 'menu', role: 'menu' }, ...items);
    menu.addEventListener('keydown', event => {
        const buttons = [...menu.querySelectorAll('button')];
        const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            buttons.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % buttons.length)?.focus();
            event.preventDefault();
        } else if (event.key === 'Escape') {
            closeMenu();
        }
    });
    document.body.append(menu);
    open = menu;
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(0, Math.min(x, window.innerWidth - width - 4))}px`;
    menu.style.top = `${Math.max(0, Math.min(y, window.innerHeight - height - 4))}px`;
    menu.querySelector('button')?.focus();
}

function itemOf({ label, hint, run }: MenuEntry): HTMLElement {
    return h(
        'button',
        {
            role: 'menuitem',
            onclick: () => {
                closeMenu();
                run();
            }
        },
        h('span', {}, label),
        hint !== undefined && h('kbd', {}, hint)
    );
}

window.addEventListener('pointerdown', event => {
    if (open !== undefined && !(event.target instanceof Node && open.contains(event.target))) {
        closeMenu();
    }
});
window.addEventListener('blur', closeMenu);
