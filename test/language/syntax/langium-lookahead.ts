/**
 * Makes Langium's parser decide with the tables of the compiled parser, so that both read every text alike, and Langium neither builds its
 * own automaton nor warns of ambiguities. Uses only the shape of chevrotain's look-ahead interface.
 */
import { Predictor, type LookaheadTables } from '../../../src/language/syntax/prediction.js';

interface Production {
    readonly prodOccurrence: number;
    readonly rule: { readonly name: string };
    readonly prodType?: string;
}
interface TokenSource {
    LA(howMuch: number): { readonly tokenType: { readonly name: string } };
}

/** A look-ahead strategy for chevrotain. */
export class TableLookahead {
    private readonly kinds: Map<string, number>;
    private predictor: Predictor | undefined;

    constructor(private readonly tables: LookaheadTables) {
        this.kinds = new Map(tables.tokens.map((name, kind) => [name, kind]));
        this.kinds.set('EOF', 1);
    }

    validate(): never[] {
        return [];
    }

    buildLookaheadForAlternation(options: Production): (this: TokenSource) => number | undefined {
        const decide = this.decision(options, 'Alternation');
        return function () {
            const alternative = decide(this);
            return alternative === 0 ? undefined : alternative - 1;
        };
    }

    buildLookaheadForOptional(options: Production): (this: TokenSource) => boolean {
        const decide = this.decision(options, options.prodType ?? '');
        return function () {
            return decide(this) === 1;
        };
    }

    private decision(options: Production, production: string): (source: TokenSource) => number {
        // Langium adds an invisible suffix to the names of its rules.
        const rule = options.rule.name.replace(/\u200B$/, '');
        const key = `${rule}:${production}:${options.prodOccurrence}`;
        const decision = this.tables.decisions.get(key);
        if (decision === undefined) {
            throw new Error(`The parser compiler knows no decision ${key}.`);
        }
        const width = this.tables.tokens.length;
        const kindAt = (source: TokenSource, index: number): number => this.kinds.get(source.LA(index + 1).tokenType.name) ?? 0;
        return source => {
            let row = 0;
            for (let i = 0; ; i++) {
                const value = decision.table.cells[row + kindAt(source, i)];
                if (value < 64) {
                    return value;
                }
                if (value === 255) {
                    this.predictor ??= new Predictor(this.tables.network());
                    return 1 + this.predictor.predict(decision.id, index => kindAt(source, index));
                }
                row = (value - 64) * width;
            }
        };
    }
}
