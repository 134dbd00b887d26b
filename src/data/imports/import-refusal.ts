/** The reason why data are not imported; it begins with the place in the data. */
export class ImportRefusal extends Error {}
