// Queries of a model and their answers as lines of text.

import { HeldObjects, instantiate } from '../../src/runtime/behaviour/index.js';
import { QueryContext, cellsText, QueryFault, runDocumentQuery } from '../../src/documents/index.js';
import { labelOf } from '../../src/documents/rows.js';
import { type Model, Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';

const IMPORTS = ['DocumentQueries::*', 'KerML::Root::Element', 'ScalarValues::*', 'SI::*', 'ISQ::*'];

/** A model of a package `T` with queries in it. */
export function modelWith(declarations: string): Model {
    const imports = IMPORTS.map(name => `private import ${name};`).join(' ');
    const content = `package T { ${imports}\n${declarations}\n}`;
    return new Workspace({ library: testLibrary() }).parse([{ name: 'model.sysml', language: 'sysml', content }]).model;
}

/** A question over a model in which some elements were instantiated, in that order. */
export function contextOf(model: Model, ...instantiated: readonly string[]): QueryContext {
    const held = new HeldObjects();
    for (const id of instantiated) {
        const { population, error } = instantiate(model, id);
        if (population === undefined) {
            throw new Error(error);
        }
        held.keep(population, 1000);
    }
    return new QueryContext(model, held);
}

/** The columns of `T::Q`, then a line a row: how messages name it, and its cells. What goes wrong is the one line. */
export function answerOf(context: QueryContext, query = 'T::Q'): string[] {
    try {
        const { columns, rows } = runDocumentQuery(context, query, []);
        return [
            ...(columns.length === 0 ? [] : [columns.join(' | ')]),
            ...rows.map(({ row, cells }) => [labelOf(row), ...cells.map(values => cellsText(values, ', '))].join(' | '))
        ];
    } catch (error) {
        if (error instanceof QueryFault) {
            return [`${error.kind}: ${error.message}`];
        }
        throw error;
    }
}
