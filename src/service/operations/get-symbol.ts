// GetSymbol: facts about one element of a model, by qualified name.

import { create } from '@bufbuild/protobuf';
import { SymbolResponseSchema } from '../../wire/generated/sysml_pb.js';
import { encodeSymbol } from '../../wire/symbols.js';
import type { Operation } from './operation.js';

export const getSymbol: Operation<'GetSymbol'> = {
    provides: ['type_facts', 'symbol_attributes'],
    repeatable: true,
    // the stack of another thread may suffice for a long chain of relationships
    isFinal: ({ error }) => error === '',
    run({ symbols }, { symbolId }, { model }) {
        try {
            const facts = symbols.symbolInfo(model, symbolId);
            return create(SymbolResponseSchema, facts ? { symbol: encodeSymbol(facts) } : { error: `symbol not found: ${symbolId}` });
        } catch (error) {
            if (error instanceof RangeError) {
                // The cause is in the model: its document has the finding `too-deep`.
                return create(SymbolResponseSchema, { error: `the relationships of ${symbolId} form a chain that is too long to follow` });
            }
            throw error;
        }
    }
};
