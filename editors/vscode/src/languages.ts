/** The ids of both notations in the editor. */
export const LANGUAGES = ['sysml', 'kerml'] as const;
