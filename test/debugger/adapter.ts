/** A client of the debug adapter for tests: models in memory, messages in order. */
import { DebugAdapter, type Event, type Response } from '../../src/debugger/index.js';
import { debuggedModels } from '../../src/editor/debugged-models.js';
import { EditorModels } from '../../src/editor/models.js';
import { loadLibrary } from '../../src/language/library/loading.js';
import type { Library } from '../../src/language/library/library.js';

let library: Library | undefined;

export interface DebugClient {
    /** @returns the body of the response, or its error as `{ message }` */
    ask(command: string, args?: object): Promise<Record<string, unknown>>;
    /** The events since they were taken last. */
    events(): Event[];
    edit(text: string): Promise<void>;
}

/** The path of the model's file. */
export const PATH = '/models/model.sysml';

export function debugClient(text: string): DebugClient {
    const models = new EditorModels((library ??= loadLibrary()), []);
    const uri = `file://${PATH}`;
    models.open(uri, { text, version: 1 });
    const told: (Response | Event)[] = [];
    const adapter = new DebugAdapter(debuggedModels(models), message => told.push(JSON.parse(JSON.stringify(message)) as Response | Event));
    let seq = 0;
    return {
        async ask(command, args = {}) {
            await adapter.handle({ seq: ++seq, type: 'request', command, arguments: args });
            const at = told.findIndex(m => m.type === 'response');
            const [response] = told.splice(at, 1) as [Response];
            return response.success ? { ...response.body } : { message: response.message };
        },
        events: () => told.splice(0) as Event[],
        async edit(changed) {
            models.open(uri, { text: changed, version: 2 });
            await adapter.modelChanged();
        }
    };
}
