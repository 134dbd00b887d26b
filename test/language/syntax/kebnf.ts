/**
 * The grammars of the standards as their text states them (KerML 8.2, SysML 8.2.2), and random texts that follow them. What a rule assigns
 * and computes is left out: only what is written counts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../../shared/spec/', import.meta.url));
const FILES = { kerml: ['KerML-textual-bnf.kebnf'], sysml: ['KerML-textual-bnf.kebnf', 'SysML-textual-bnf.kebnf'] };

/** Whether the grammars stand beside the project. */
export const hasGrammars = (): boolean => FILES.sysml.every(file => existsSync(FOLDER + file));

type Part =
    | { readonly is: 'word'; readonly text: string }
    | { readonly is: 'rule'; readonly name: string }
    | { readonly is: 'sequence' | 'choice'; readonly parts: readonly Part[] }
    | { readonly is: '?' | '*' | '+'; readonly part: Part };

/** Rules by name. Terminals are rules that `samples` replaces. */
export type Rules = ReadonlyMap<string, Part>;

const TOKEN = /\s+|'((?:[^'\\]|\\.)*)'|(\[QualifiedName\])|([A-Za-z_][\w.]*)|(\+=|\?=|=)|([()|*+?{}])|(\S)/g;

type Token = readonly [kind: 'word' | 'name' | 'sign' | 'assignment', text: string];

function tokensOf(body: string): Token[] {
    return [...body.matchAll(TOKEN)].flatMap(([all, word, reference, name, assignment, sign, other]): Token[] => {
        if (all.trim() === '') {
            return [];
        }
        return word !== undefined
            ? [['word', word]]
            : reference !== undefined
              ? [['name', 'QualifiedName']]
              : name !== undefined
                ? [['name', name]]
                : assignment !== undefined
                  ? [['assignment', assignment]]
                  : sign !== undefined
                    ? [['sign', sign]]
                    : [['word', other]];
    });
}

/** Reads the body of a rule. */
function partOf(body: string): Part {
    const tokens = tokensOf(body);
    let at = 0;
    const isSign = (...texts: string[]): boolean => tokens[at]?.[0] === 'sign' && texts.includes(tokens[at][1]);
    const choice = (): Part => {
        const parts = [sequence()];
        while (isSign('|')) {
            at++;
            parts.push(sequence());
        }
        return parts.length === 1 ? parts[0] : { is: 'choice', parts };
    };
    const sequence = (): Part => {
        const parts: Part[] = [];
        while (at < tokens.length && !isSign('|', ')')) {
            if (isSign('{')) {
                // what is computed
                at = tokens.findIndex((token, i) => i > at && token[0] === 'sign' && token[1] === '}') + 1;
            } else if (tokens[at + 1]?.[0] === 'assignment') {
                at += 2;
            } else {
                parts.push(repeated());
            }
        }
        return { is: 'sequence', parts };
    };
    const repeated = (): Part => {
        const [kind, text] = tokens[at++];
        let part: Part = kind === 'sign' ? choice() : kind === 'name' ? { is: 'rule', name: text } : { is: 'word', text };
        at += Number(kind === 'sign');
        while (isSign('?', '*', '+')) {
            part = { is: tokens[at++][1] as '?', part };
        }
        return part;
    };
    return choice();
}

/**
 * Reads the grammar of a language. SysML takes the rules that it does not have from KerML.
 * @param corrections bodies that replace those of the text
 */
export function readGrammar(language: 'kerml' | 'sysml', corrections: Readonly<Record<string, string>>): Rules {
    const rules = new Map<string, Part>();
    for (const file of FILES[language]) {
        const text = readFileSync(FOLDER + file, 'utf8').replace(/^\/\/.*$/gm, '');
        for (const piece of text.split(/^(?=[A-Za-z_]+\s*(?::\s*[A-Za-z]+\s*)?=)/m)) {
            const head = /^([A-Za-z_]+)\s*(?::\s*[A-Za-z]+\s*)?=/.exec(piece);
            if (head !== null) {
                rules.set(head[1], partOf(piece.slice(head[0].length)));
            }
        }
    }
    Object.entries(corrections).forEach(([name, body]) => rules.set(name, partOf(body)));
    return rules;
}

/** The least depth of rules that a part needs; infinite for one that has no end. */
function depthsOf(rules: Rules, samples: Samples): (part: Part) => number {
    const depths = new Map([...rules.keys()].map(name => [name, Infinity]));
    const depth = (part: Part): number => {
        switch (part.is) {
            case 'word':
                return 0;
            case 'rule':
                return part.name in samples ? 0 : (depths.get(part.name) ?? Infinity) + 1;
            case 'sequence':
                return Math.max(0, ...part.parts.map(depth));
            case 'choice':
                return Math.min(...part.parts.map(depth));
            case '+':
                return depth(part.part);
            default:
                return 0;
        }
    };
    for (let isStable = false; !isStable;) {
        isStable = true;
        for (const [name, body] of rules) {
            const found = depth(body);
            if (found < depths.get(name)!) {
                depths.set(name, found);
                isStable = false;
            }
        }
    }
    return depth;
}

/** Texts of terminals. */
export type Samples = Readonly<Record<string, readonly string[]>>;

/**
 * Makes a function that writes random texts of a rule.
 * @param next gives a random number below n
 */
export function writerOf(
    rules: Rules,
    samples: Samples,
    next: (below: number) => number
): (rule: string, depth: number, most: number) => string {
    const depthOf = depthsOf(rules, samples);
    return (rule, deepest, most) => {
        const words: string[] = [];
        const isTaken = (part: Part, depth: number, percent: number): boolean =>
            depthOf(part) <= depth && words.length < most && next(100) < percent;
        const write = (part: Part, depth: number): void => {
            switch (part.is) {
                case 'word':
                    words.push(part.text);
                    break;
                case 'rule': {
                    const texts = samples[part.name];
                    if (texts === undefined) {
                        write(rules.get(part.name)!, depth - 1);
                    } else {
                        words.push(texts[next(texts.length)]);
                    }
                    break;
                }
                case 'sequence':
                    part.parts.forEach(p => write(p, depth));
                    break;
                case 'choice': {
                    const least = Math.max(depth, depthOf(part));
                    const choices = part.parts.filter(p => depthOf(p) <= least);
                    write(choices[next(choices.length)], depth);
                    break;
                }
                default:
                    if (part.is === '+') {
                        write(part.part, depth);
                    }
                    while (isTaken(part.part, depth, 40)) {
                        write(part.part, depth);
                        if (part.is === '?') {
                            break;
                        }
                    }
            }
        };
        write({ is: 'rule', name: rule }, deepest);
        return words.join(' ');
    };
}
