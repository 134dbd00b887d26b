// Query: selects elements of a model by a structured query or by OSLC query text.

import { create } from '@bufbuild/protobuf';
import { find, parseOslcQuery, QueryError, type Constraint, type Query } from '../../queries/index.js';
import {
    CompositeOperator,
    type Constraint as WireConstraint,
    PrimitiveOperator,
    QueryResponseSchema,
    QueryResultElementSchema,
    type QueryRequest
} from '../../wire/generated/sysml_pb.js';
import { invalidArgument } from '../../wire/status.js';
import type { Operation } from './operation.js';

export const query: Operation<'Query'> = {
    provides: ['query', 'oslc_query'],
    repeatable: true,
    run(_services, request, context) {
        try {
            const elements = [];
            for (const { id, type, properties } of find(context.model, queryOf(request))) {
                context.checkCancelled();
                elements.push(create(QueryResultElementSchema, { id, type, properties }));
            }
            return create(QueryResponseSchema, { elements });
        } catch (error) {
            throw error instanceof QueryError ? invalidArgument(error.message) : error;
        }
    }
};

function queryOf({ query: structured, oslcQuery }: QueryRequest): Query {
    if (structured !== undefined && oslcQuery !== '') {
        throw new QueryError('query and oslc_query are mutually exclusive');
    }
    if (oslcQuery !== '') {
        return parseOslcQuery(oslcQuery);
    }
    if (structured === undefined) {
        throw new QueryError('query is unset');
    }
    const { scope, select, where } = structured;
    return { scope, select, ...(where !== undefined && { where: constraintOf(where) }) };
}

const COMPARISONS: Readonly<Partial<Record<PrimitiveOperator, '=' | '>' | '<'>>> = {
    [PrimitiveOperator.EQUAL]: '=',
    [PrimitiveOperator.GREATER]: '>',
    [PrimitiveOperator.LESS]: '<'
};
const COMBINATIONS: Readonly<Partial<Record<CompositeOperator, 'and' | 'or'>>> = {
    [CompositeOperator.AND]: 'and',
    [CompositeOperator.OR]: 'or'
};

function constraintOf({ constraint }: WireConstraint): Constraint {
    switch (constraint.case) {
        case 'primitive': {
            const { property, operator, value, inverse } = constraint.value;
            return {
                kind: 'primitive',
                property,
                operator: COMPARISONS[operator],
                values: value,
                ...(inverse && { sense: 'inverse' })
            };
        }
        case 'composite':
            return {
                kind: 'composite',
                operator: COMBINATIONS[constraint.value.operator],
                constraints: constraint.value.constraint.map(constraintOf)
            };
        default:
            return { kind: undefined };
    }
}
