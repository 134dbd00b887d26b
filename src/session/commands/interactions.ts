/** `%occurrence`: the messages of an interaction in an order that its events permit (contract: newest-operations 10). */
import { renderView, elementOfId, isRefused, type RenderedView } from '../../views/index.js';
import { notationKind } from '../../runtime/evaluation/index.js';
import { CellFailure, type Shown } from '../answers/shown.js';
import type { CommandGroup, Session } from '../session.js';
import { bare } from './command.js';

/** The messages that are drawn, in time order. */
function messagesOf(session: Session, view: RenderedView): readonly (readonly [name: string, from: string, to: string])[] {
    const edges = 'edges' in view ? view.edges : [];
    return edges
        .filter(e => e.kind === 'flow')
        .map(({ element, name, from, to }) => {
            const flow = elementOfId(session.model, element);
            const ends = flow?.$type === 'FlowUsage' ? flow.ends.map(e => e.text) : [];
            return [name === '' ? '(unnamed)' : name, ends[0] ?? from, ends[1] ?? to];
        });
}

function performed(session: Session, name: string): Shown | undefined {
    if (name === '') {
        return undefined;
    }
    const { element, id } = session.element(bare(name));
    const view = renderView(session.model, `#sequence:${id}`, { inherited: true });
    if (isRefused(view)) {
        throw new CellFailure('CommandError', view.message);
    }
    const messages = messagesOf(session, view);
    if (messages.length === 0) {
        throw new CellFailure('CommandError', `no lifeline of the occurrence holds an event occurrence: ${notationKind(element)} ${id}`);
    }
    return {
        text: messages.map(([message, from, to]) => `message ${message}: ${from} -> ${to}`).join('\n'),
        table: { columns: ['message', 'from', 'to'], rows: messages }
    };
}

export const interactionCommands: CommandGroup = {
    title: 'Interactions',
    commands: [
        {
            name: 'occurrence',
            usage: '<name>',
            example: '%occurrence Cars::Talk',
            summary: 'the messages of an interaction, in the order that its events admit',
            run: performed
        }
    ]
};
