/** Entry of a thread that makes runs of an action for the thread of the command (`shared-runs.ts`). */
import * as threads from 'node:worker_threads';
import { CollectedRuns } from '../runtime/engines/index.js';
import { limitsFromEnvironment, readModel } from './model.js';
import { runsRequest, type RunsQuestion } from './runs-request.js';
import { RunCounter, type RunsThreadData } from './shared-runs.js';

/** The data with which shared-runs.ts starts the thread. */
const started: { readonly workerData: RunsThreadData<RunsQuestion> } = threads;

const { question, memory, last, size, port } = started.workerData;
const { model } = readModel(question.paths, question.options, { documents: question.documents });
const limits = limitsFromEnvironment();
const request = runsRequest(model, question, limits);
const counter = new RunCounter(memory, last, size);
const first = new CollectedRuns(model, request, limits);
for (let range = counter.take(); range !== undefined; range = counter.take()) {
    const collected = first.another();
    collected.make(...range);
    const { summary } = collected;
    port.postMessage(
        summary,
        summary.observations.map(([, { numbers }]) => numbers.buffer)
    );
    counter.signal();
}
port.close();
