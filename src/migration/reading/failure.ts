/** Why an input is no model: the whole input is refused (contract: migration 1.3, 2.8). */
export class MigrationError extends Error {}

/** Text whose root element is none of XMI or UML: an archive may hold such files beside its models. */
export class ForeignDocument extends MigrationError {}
