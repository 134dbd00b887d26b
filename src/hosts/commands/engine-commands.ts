/**
 * Commands about engines and tools of the environment (newest-operations 1.4 and 10). They may start programs, so only hosts on Node have
 * them.
 */
import { nothingToPreview, Previewed, PreviewedTools, previewLines, Tools, type SessionSettings } from '../../runtime/engines/index.js';
import { type EngineSources, engineInfos } from '../../service/operations/list-engines.js';
import { CellFailure, type CommandGroup, runOf, type Session, type Shown, shownTable } from '../../session/index.js';

/** The engines of the environment. */
export interface EngineCommandSettings {
    readonly sources: EngineSources;
    /** settings to start an engine once and compare it with its manifest */
    readonly probing: (checkCancelled: () => void) => SessionSettings;
}

function engines(session: Session, argument: string, { sources, probing }: EngineCommandSettings): Shown | undefined {
    if (argument !== '' && argument !== 'probe') {
        return undefined;
    }
    const settings = argument === 'probe' ? probing(() => session.host.checkCancelled?.()) : undefined;
    const infos = engineInfos(sources, settings);
    const rows = infos.map(({ name, kind, protocol, authority, answers, ready, unavailable, served }) => {
        const status = ready ? 'ready' : unavailable !== '' ? `unavailable: ${unavailable}` : served ? 'unavailable' : 'not served';
        return [name, kind, protocol, authority, answers.join(', '), status];
    });
    return shownTable({ columns: ['engine', 'kind', 'protocol', 'authority', 'answers', 'status'], rows });
}

/** The input for the first tool of a case or an action; nothing is started. */
function tool(session: Session, argument: string): Shown | undefined {
    const { limits } = session;
    const tools = limits.tools instanceof Tools ? new PreviewedTools(limits.tools) : undefined;
    try {
        const run = runOf(session, argument, { ...limits, ...(tools !== undefined && { tools }) });
        if (run === undefined) {
            return undefined;
        }
        throw new CellFailure('CommandError', nothingToPreview(run));
    } catch (error) {
        if (error instanceof Previewed) {
            return { text: previewLines(error.preview).join('\n') };
        }
        throw error;
    }
}

export function engineCommands(settings: EngineCommandSettings): CommandGroup {
    return {
        title: 'Engines and tools',
        commands: [
            {
                name: 'engines',
                usage: '[probe]',
                example: '%engines probe',
                summary: 'list the engines, their questions and whether they can run; probe starts each external one once',
                words: ['probe'],
                run: (session, argument) => engines(session, argument, settings)
            },
            {
                name: 'tool',
                usage: '<case or action>[(<arguments>)] [object]',
                example: '%tool Cars::range(speed=20) car',
                summary: 'show the input of the first external tool of a case or an action, without starting it',
                run: tool
            }
        ]
    };
}
