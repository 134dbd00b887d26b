// Random choices, references and elements: what the maker of random models is built from.

import { NAMES, VISIBILITIES } from './random-vocabulary.js';

export class Choices {
    protected readonly applications: string[] = [];
    /** ids of elements so far, by metaclass */
    protected readonly ids = new Map<string, string[]>();
    protected count = 0;

    constructor(protected readonly next: () => number) {}

    protected number(below: number): number {
        return Math.floor(this.next() * below);
    }

    protected one<T>(list: readonly T[]): T {
        return list[this.number(list.length)];
    }

    protected sometimes(text: () => string, share = 0.4): string {
        return this.next() < share ? text() : '';
    }

    protected times(least: number, most: number, text: () => string): string {
        return Array.from({ length: least + this.number(most - least + 1) }, text).join('');
    }

    protected anyId(...metaclasses: string[]): string {
        if (this.next() < 0.02) {
            return 'nowhere';
        }
        const all = metaclasses.flatMap(metaclass => this.ids.get(metaclass) ?? []);
        const fits = this.next() < 0.95 && all.length > 0 ? all : [...this.ids.values()].flat();
        return this.one(fits);
    }

    /** A reference that is filled when all ids are known. */
    protected ref(...metaclasses: string[]): string {
        return `@${metaclasses.join('_')}@`;
    }

    protected element(role: string, metaclass: string, attributes: string, content = '', stereotypes: readonly string[] = ['']): string {
        const id = `e${++this.count}`;
        this.ids.set(metaclass, [...(this.ids.get(metaclass) ?? []), id]);
        const stereotype = this.one(stereotypes);
        if (stereotype !== '') {
            const base = metaclass === 'AssociationClass' ? 'Class' : metaclass;
            const prefix = stereotype === 'Mine' ? 'Plant' : 'sysml';
            const tags =
                stereotype === 'Requirement'
                    ? `id="R${this.number(9)}" text="Shall &lt;b&gt;x&lt;/b&gt;."`
                    : this.sometimes(() => 'odd="1"', 0.1);
            this.applications.push(`<${prefix}:${stereotype} xmi:id="a${id}" base_${base}="${id}" ${tags}/>`);
        }
        const name = this.one(NAMES).replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
        const visibility = this.one(VISIBILITIES);
        const seen = visibility === '' ? '' : `visibility="${visibility}"`;
        return `<${role} xmi:type="uml:${metaclass}" xmi:id="${id}" name="${name}" ${seen} ${attributes}>${content}</${role}>`;
    }
}
