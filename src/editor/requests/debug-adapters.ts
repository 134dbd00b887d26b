/** Debug adapters for a client that transports their messages: each request is a message; responses and events are notifications. */
import { DebugAdapter, type Request } from '../../debugger/index.js';
import { debuggedModels } from '../debugged-models.js';
import { type CustomRequest, invalid, type Session } from './request.js';

interface AdapterParams {
    /** the client's name for its session */
    readonly session?: string;
    /** a request of the Debug Adapter Protocol; absent at the end */
    readonly message?: Request;
}

export class DebugAdapters {
    private readonly adapters = new Map<string, DebugAdapter>();

    private async handle({ models, notify }: Session, { session, message }: AdapterParams): Promise<null> {
        if (session === undefined) {
            throw invalid('session is missing: a word for the debugging session');
        }
        if (message === undefined) {
            this.adapters.delete(session);
            return null;
        }
        if (message.type !== 'request' || typeof message.command !== 'string') {
            throw invalid('message is no request of the Debug Adapter Protocol');
        }
        let adapter = this.adapters.get(session);
        if (adapter === undefined) {
            adapter = new DebugAdapter(debuggedModels(models), message => notify('sysml/debugAdapterMessage', { session, message }));
            this.adapters.set(session, adapter);
        }
        await adapter.handle(message);
        return null;
    }

    /** Replays the runs on another snapshot. */
    revise(): void {
        this.adapters.forEach(adapter => void adapter.modelChanged());
    }

    requests(): readonly CustomRequest[] {
        return [
            {
                method: 'sysml/debugAdapter',
                capability: 'sysmlDebugAdapter',
                answer: (session: Session, params: AdapterParams) => this.handle(session, params)
            }
        ];
    }
}
