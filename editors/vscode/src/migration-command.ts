/** The command line of *Migrate SysML v1 Model…*: what it is given, and the document that is shown then. Knows no editor. */

/** What the tools of v1 write. */
export const FILTERS = { 'Models of SysML v1': ['xmi', 'xml', 'uml', 'mdzip', 'mdxml', 'zip'], 'All files': ['*'] };

/** The arguments for files of one folder: a document a file beside them, and a page that says what became of each element. */
export function migrationArguments(files: readonly string[], folder: string): string[] {
    return ['migrate', ...files, '--output', folder, '--report', `${folder}/migration-report.html`];
}

/** The path of the document that is written for a model. */
export const writtenDocument = (model: string): string => model.replace(/\.[^./]*$/, '.sysml');
