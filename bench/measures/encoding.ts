/** Large messages of many texts, on the wire: 20,000 names of states, every third of them with a letter beyond ASCII. */
import { create, fromBinary, toBinary, toJsonString } from '@bufbuild/protobuf';
import { ExecuteStateRequestSchema, ExecuteStateResponseSchema } from '../../src/wire/generated/sysml_pb.js';
import { binarySize } from '../../src/wire/binary-writer.js';
import { decodeMessage, encodeMessage } from '../../src/wire/codec.js';
import { medianTime, ms, report } from '../measure.js';

const NAMES = ['Plant::Machine::modes::idle', 'Plant::Machine::modes::running::fast', 'Plant::Machine::modes::größer'];
const names = Array.from({ length: 20_000 }, (_, i) => NAMES[i % NAMES.length]);
const answer = create(ExecuteStateResponseSchema, { statesVisited: names });
const request = create(ExecuteStateRequestSchema, { modelHash: 'a'.repeat(64), stateMachineSymbolId: 'P::M', events: names });
const bytes = toBinary(ExecuteStateRequestSchema, request);
const json = Buffer.from(toJsonString(ExecuteStateRequestSchema, request));
const time = (run: () => unknown): number => medianTime(run, 40, 10);

const libraryWrites = time(() => toBinary(ExecuteStateResponseSchema, answer));
const libraryReads = time(() => fromBinary(ExecuteStateRequestSchema, bytes));
const written = time(() => encodeMessage(ExecuteStateResponseSchema, answer, 'proto'));
const read = time(() => decodeMessage(ExecuteStateRequestSchema, bytes, 'proto'));
report('20,000 state names written in protobuf (by the library)', `${ms(written)} (${ms(libraryWrites)})`);
report('20,000 state names read in protobuf (by the library)', `${ms(read)} (${ms(libraryReads)})`);
report('20,000 state names written in JSON', ms(time(() => encodeMessage(ExecuteStateResponseSchema, answer, 'json'))));
report('20,000 state names read in JSON', ms(time(() => decodeMessage(ExecuteStateRequestSchema, json, 'json'))));
report('the size of 20,000 state names for the log', ms(time(() => binarySize(ExecuteStateResponseSchema, answer))));
