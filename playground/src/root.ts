/** The folder in which the texts of the playground lie, as the server knows it. */
export const ROOT = 'file:///playground';
