// GetServerInfo: version and capabilities of the running service. Needs no library and no model, so that the main thread can answer it.

import { create } from '@bufbuild/protobuf';
import { ServerInfoResponseSchema, type ServerInfoResponse } from '../../wire/generated/sysml_pb.js';
import type { CapabilitySet } from '../../wire/capability-filter.js';
import type { Operation } from './operation.js';

/** Version and capability names, sorted by code unit. */
export function answerServerInfo(version: string, capabilities: CapabilitySet): ServerInfoResponse {
    return create(ServerInfoResponseSchema, { version, capabilities: [...capabilities].sort() });
}

export const getServerInfo: Operation<'GetServerInfo'> = {
    provides: [],
    run: ({ version, capabilities }) => answerServerInfo(version, capabilities)
};
