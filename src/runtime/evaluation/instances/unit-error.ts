/** What `--unit` names is no unit; the message says so. */
export class UnitError extends Error {}
