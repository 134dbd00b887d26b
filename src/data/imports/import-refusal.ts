/** Why data are not imported: a text that begins with the place in the data. */
export class ImportRefusal extends Error {}
