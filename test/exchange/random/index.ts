/** Random models of one to three documents in either language, the same for the same seed; for properties that hold of every model. */
import type { SyntaxLanguage } from '../../../src/language/syntax/index.js';
import { generator } from '../../support/random.js';
import { KERML } from './kerml-productions.js';
import { type Productions, productionsOf } from './production.js';
import { ANNOTATIONS, EXPRESSIONS } from './shared-productions.js';
import { BEHAVIOR } from './sysml-behavior.js';
import { REQUIREMENTS } from './sysml-requirements.js';
import { STRUCTURE } from './sysml-types.js';
import { Writer } from './writer.js';

/** What the documents of each language are made by. */
export const PRODUCTIONS: Readonly<Record<SyntaxLanguage, Productions>> = {
    sysml: productionsOf(ANNOTATIONS, EXPRESSIONS, STRUCTURE, BEHAVIOR, REQUIREMENTS),
    kerml: productionsOf(ANNOTATIONS, EXPRESSIONS, KERML)
};

export interface RandomDocument {
    readonly name: string;
    readonly language: SyntaxLanguage;
    readonly content: string;
}

export interface RandomModel {
    readonly documents: readonly RandomDocument[];
    /** the ways of productions that were taken */
    readonly taken: ReadonlySet<string>;
}

/** The model of a seed. @param mostWords about how long a document may be */
export function randomModel(seed: number, mostWords = 120): RandomModel {
    const below = generator(seed);
    const languages: SyntaxLanguage[] = Array.from({ length: 1 + (below(4) === 0 ? 1 + below(2) : 0) }, () =>
        below(3) === 0 ? 'kerml' : 'sysml'
    );
    const writer = new Writer(below, [0, 3, 25][below(3)], mostWords);
    // what several documents declare at their roots changes what others find there: beside others a document has its package
    const start = languages.length === 1 ? 'RootNamespace' : 'Root';
    const texts = languages.map(language => writer.write(PRODUCTIONS[language], language, start));
    const documents = languages.map((language, i) => ({
        name: `m${i}.${language}`,
        language,
        content: endOf(texts[i](), i === languages.length - 1)
    }));
    return { documents, taken: writer.taken };
}

/** What another document follows ends its line: the notation of both is one text. */
function endOf(text: string, isLast: boolean): string {
    return isLast ? text : `${text.trimEnd()}\n`;
}
