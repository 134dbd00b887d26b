/** Determines the project usages of a model (KerML 10.3, `usage`): the archives of the library to which names of the model refer. */
import { documentOf } from '../language/semantics/text.js';
import type { Model } from '../language/workspace/workspace.js';
import { buildGraph } from './builder/build-graph.js';
import { qualifiedSegments } from './ids.js';
import type { ProjectUsage } from './kpar.js';

const OMG = 'https://www.omg.org/spec';
/** The archives that the standards publish, and the archive of this project's own packages. The keys are folders of the bundled library. */
const RESOURCES: ReadonlyMap<string, string> = new Map([
    ['kernel/semantic', `${OMG}/KerML/20250201/Semantic-Library.kpar`],
    ['kernel/data-types', `${OMG}/KerML/20250201/Data-Type-Library.kpar`],
    ['kernel/functions', `${OMG}/KerML/20250201/Function-Library.kpar`],
    ['systems', `${OMG}/SysML/20250201/Systems-Library.kpar`],
    ['domain/analysis', `${OMG}/SysML/20250201/Analysis-Domain-Library.kpar`],
    ['domain/cause-and-effect', `${OMG}/SysML/20250201/Cause-and-Effect-Domain-Library.kpar`],
    ['domain/geometry', `${OMG}/SysML/20250201/Geometry-Domain-Library.kpar`],
    ['domain/metadata', `${OMG}/SysML/20250201/Metadata-Domain-Library.kpar`],
    ['domain/quantities-and-units', `${OMG}/SysML/20250201/Quantities-and-Units-Domain-Library.kpar`],
    ['domain/requirement-derivation', `${OMG}/SysML/20250201/Requirement-Derivation-Domain-Library.kpar`],
    ['extension', 'urn:sysml-workbench:extension-library']
]);

/**
 * The archives to which a model refers, including the one whose elements every model of its language specializes implicitly.
 * @param names limits the search to these documents; all documents by default
 */
export function usedProjects(model: Model, names: readonly string[] = []): ProjectUsage[] {
    const isKerml = model.documents.every(d => d.language === 'kerml' || (names.length > 0 && !names.includes(d.name)));
    const used = new Set([isKerml ? 'kernel/semantic' : 'systems']);
    for (const stub of buildGraph(model, names.length > 0 ? { documents: names } : {}).elements) {
        const name = stub.state === 'stub' ? stub.text('qualifiedName') : undefined;
        const [root] = name === undefined ? [] : model.library.lookupGlobal(qualifiedSegments(name)[0].name ?? '');
        if (root !== undefined) {
            used.add(documentOf(root).name.split('/').slice(0, -1).join('/'));
        }
    }
    return [...RESOURCES].filter(([folder]) => used.has(folder)).map(([, resource]) => ({ resource }));
}
