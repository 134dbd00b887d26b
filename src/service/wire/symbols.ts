// Facts about elements on the wire.

import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { SymbolInfoSchema, type SymbolInfo } from '../generated/sysml_pb.js';

/** A SymbolInfo as plain data, with the fields of the contract. */
export type SymbolFacts = MessageInitShape<typeof SymbolInfoSchema>;

/** The wire message of an element. */
export function encodeSymbol(facts: SymbolFacts): SymbolInfo {
    return create(SymbolInfoSchema, facts);
}
