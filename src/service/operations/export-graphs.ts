// ExportGraphs: the lowered graphs of an action or state machine, as canonical JSON.

import { create } from '@bufbuild/protobuf';
import { exportGraphs as exportOf } from '../../runtime/behaviour/index.js';
import { ExportGraphsResponseSchema } from '../../wire/generated/sysml_pb.js';
import { invalidArgument, notFound } from '../../wire/status.js';
import type { Operation } from './operation.js';

export const exportGraphs: Operation<'ExportGraphs'> = {
    provides: ['export_graphs'],
    run(_services, { subject }, { model }) {
        if (subject === '') {
            throw invalidArgument('subject is empty');
        }
        const answer = exportOf(model, subject);
        if ('kind' in answer) {
            throw answer.kind === 'notFound' ? notFound(answer.message) : invalidArgument(answer.message);
        }
        return create(ExportGraphsResponseSchema, { content: answer.content, version: 1, subject: answer.subject });
    }
};
