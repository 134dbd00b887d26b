/** Why a query cannot be asked; the text is the contract's. */
export class QueryError extends Error {}
