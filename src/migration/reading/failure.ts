/** The input is not a usable model, and the migration refuses it as a whole (contract: migration 1.3, 2.8). */
export class MigrationError extends Error {}

/** The root element of a document is neither XMI nor UML. An archive may contain such files in addition to its models. */
export class ForeignDocument extends MigrationError {}
