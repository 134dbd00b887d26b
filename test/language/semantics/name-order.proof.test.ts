/**
 * Names do not depend on the order in which they are looked up: random packages in packages, with imports of all forms, filters, aliases,
 * specializations and members of one name, answer the same in any order of the questions, and have the same findings afterwards. Without
 * protected imports: what a type inherits by them from a general that is found through the type itself does depend on the order.
 */
import { expect, test } from 'vitest';
import { lookupLocal, lookupVisible } from '../../../src/language/semantics/lookup.js';
import type { Model } from '../../../src/language/workspace/workspace.js';
import { elementAt, modelOf, told } from '../../support/elements.js';
import { generator } from '../../support/random.js';
import { cases } from '../../support/thorough.js';

type Random = (below: number) => number;

interface Package {
    readonly members: readonly Member[];
}
interface Member {
    readonly name: string;
    /** A package, or else a part definition with parts of these names. */
    readonly content: Package | readonly string[];
}

const MEMBERS = ['A', 'B', 'C'];
const NAMES = [...MEMBERS, 'x', 'y'];
const ORDERS = 4;

/** A random model, and the qualified names of its packages and definitions. */
class RandomNames {
    readonly paths: string[] = [];
    private readonly packages: string[] = [];
    private readonly definitions: string[] = [];
    readonly text: string;

    constructor(private readonly random: Random) {
        const roots = Array.from({ length: 2 + random(3) }, (_, i) => `P${i}`);
        const contents = roots.map(root => this.packageAt(root, 2));
        this.text = contents.map((content, i) => this.written(roots[i], content)).join('\n');
    }

    private packageAt(path: string, depth: number): Package {
        this.paths.push(path);
        this.packages.push(path);
        return { members: MEMBERS.filter(() => this.random(2) > 0).map(name => this.memberAt(`${path}::${name}`, name, depth)) };
    }

    private memberAt(path: string, name: string, depth: number): Member {
        if (depth > 0 && this.random(3) === 0) {
            return { name, content: this.packageAt(path, depth - 1) };
        }
        this.paths.push(path);
        this.definitions.push(path);
        return { name, content: ['x', 'y', 'A'].filter(() => this.random(3) === 0) };
    }

    private one<T>(of: readonly T[]): T {
        return of[this.random(of.length)];
    }

    private written(name: string, { members }: Package): string {
        const imports = Array.from({ length: this.random(4) }, () => this.import()).join(' ');
        const alias = this.random(5) === 0 ? `alias ${this.one(['x', 'y'])} for ${this.one(this.paths)};` : '';
        return `package ${name} { ${imports} ${alias} ${members.map(member => this.member(member)).join(' ')} }`;
    }

    private import(): string {
        const visibility = this.one(['public', 'public', 'private']);
        const [several, any] = [this.one(this.packages), this.one(this.paths)];
        const imported = this.one([`${several}::*`, `${several}::*`, `${several}::**`, `${several}::*::**`, any, `${any}::*`]);
        return `${visibility} import ${imported}${this.random(5) === 0 ? '[@SysML::PartDefinition]' : ''};`;
    }

    private member({ name, content }: Member): string {
        const visibility = this.one(['', 'public ', 'private ']);
        if ('members' in content) {
            return visibility + this.written(name, content);
        }
        const general = this.random(3) === 0 ? ` :> ${this.one(this.definitions)}` : '';
        const parts = content.map(part => `${this.one(['', 'protected ', 'private '])}part ${part};`);
        return `${visibility}part def ${name}${general} { ${parts.join(' ')} }`;
    }
}

test.each(Array.from({ length: cases(15, 300, 20_000) }, (_, seed) => seed))('random packages, seed %i', seed => {
    const random = generator(seed);
    const { text, paths } = new RandomNames(random);
    const questions = paths.flatMap(path => NAMES.flatMap(name => [true, false].map(isVisible => ({ path, name, isVisible }))));
    const answered = (model: Model, at: readonly number[]): readonly string[] => {
        const answers: string[] = [];
        for (const i of questions.map((_, index) => index).sort((a, b) => at[a] - at[b])) {
            const { path, name, isVisible } = questions[i];
            answers[i] = `${path}, ${name}: ${told((isVisible ? lookupVisible : lookupLocal)(elementAt(model, path), name))}`;
        }
        return [...answers, ...model.diagnostics.map(d => `${d.span?.startLine}:${d.span?.startCol} ${d.message}`)];
    };
    const all = Array.from({ length: ORDERS }, (_, order) =>
        answered(
            modelOf(text),
            questions.map((__, i) => (order === 0 ? i : random(10_000)))
        )
    );
    for (const answers of all) {
        expect([text, ...answers]).toEqual([text, ...all[0]]);
    }
});
