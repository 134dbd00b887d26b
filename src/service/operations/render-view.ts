// RenderView: the diagram or table of a view, or of one element as a pseudo-view, as data.

import { isAmong } from '../../language/closed-lists.js';
import { COMPARTMENT_FOLDINGS, isRefused, NOTATION_ELEMENTS, notationElementsOf, renderView as renderOf } from '../../views/index.js';
import { encodeRendering } from '../../wire/rendering.js';
import { invalidArgument, notFound } from '../../wire/status.js';
import type { Operation } from './operation.js';

export const renderView: Operation<'RenderView'> = {
    provides: ['render_view'],
    repeatable: true,
    run(_services, { view, ports, show, depth, compartments }, { model }) {
        if (view === '') {
            throw invalidArgument('view is required');
        }
        if (ports !== '' && ports !== 'minimal' && ports !== 'full') {
            throw invalidArgument(`unknown port display "${ports}"; the displays are minimal, full`);
        }
        const chosen = notationElementsOf(show);
        if ('unknown' in chosen) {
            throw invalidArgument(`unknown notation element "${chosen.unknown}"; the elements are ${NOTATION_ELEMENTS.join(', ')}, all`);
        }
        if (depth < 0) {
            throw invalidArgument(`depth is a number of levels, 0 for all: ${depth}`);
        }
        if (!isAmong(COMPARTMENT_FOLDINGS, compartments)) {
            const known = COMPARTMENT_FOLDINGS.filter(f => f !== '').join(', ');
            throw invalidArgument(`unknown folding of compartments "${compartments}"; the foldings are ${known}`);
        }
        const options = { ports: ports === 'full' ? 'full' : 'minimal', show: chosen.elements, depth, compartments } as const;
        const answer = renderOf(model, view, options);
        if (isRefused(answer)) {
            throw answer.refusal === 'notFound' ? notFound(answer.message) : invalidArgument(answer.message);
        }
        if (answer.kind === 'geometry') {
            throw invalidArgument(`${answer.view}: geometry rendering (${answer.stated}) is not supported: it has no nodes and edges`);
        }
        return encodeRendering(answer);
    }
};
