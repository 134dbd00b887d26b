/** A query that is not valid. The contract defines the message. */
export class QueryError extends Error {}
