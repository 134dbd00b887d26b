// RenderView: the diagram or table of a view, or of one element as a pseudo-view, as data.

import { isRefused, renderView as renderOf } from '../../views/index.js';
import { encodeRendering } from '../../wire/rendering.js';
import { invalidArgument, notFound } from '../../wire/status.js';
import type { Operation } from './operation.js';

export const renderView: Operation<'RenderView'> = {
    provides: ['render_view'],
    repeatable: true,
    run(_services, { view, ports }, { model }) {
        if (view === '') {
            throw invalidArgument('view is required');
        }
        if (ports !== '' && ports !== 'minimal' && ports !== 'full') {
            throw invalidArgument(`unknown port display "${ports}"; the displays are minimal, full`);
        }
        const answer = renderOf(model, view, { ports: ports === 'full' ? 'full' : 'minimal' });
        if (isRefused(answer)) {
            throw answer.refusal === 'notFound' ? notFound(answer.message) : invalidArgument(answer.message);
        }
        return encodeRendering(answer);
    }
};
