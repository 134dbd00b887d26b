/** Imports, filters, library packages and annotations: the rules of namespaces (KerML 8.3.2 and 8.3.4.13) other than distinguishability. */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { scalarTypesOf } from '../semantics/expression-types.js';
import { resolve } from '../semantics/names.js';
import { conformsTo } from '../semantics/specialization.js';
import { libraryElement } from '../semantics/world.js';
import { spanOf } from '../syntax/index.js';
import { isModelLevelEvaluable } from './evaluable.js';
import { keywordSpan } from './tokens.js';
import type { Check, CheckContext, CheckTable } from './check.js';

/** `validateImportTopLevelVisibility`: an import of a root namespace is private (code `import-top-level-visibility`). */
const topLevelVisibility: Check<ast.Import> = (node, context) => {
    const { visibility, kind } = node;
    if (kind === 'import' && node.$container?.$type === 'RootNamespace' && visibility !== undefined && visibility !== 'private') {
        context.report(
            'error',
            'import-top-level-visibility',
            `an import at the root of a document must be private, not ${visibility}`,
            keywordSpan(context.document.text, node, visibility)
        );
    }
};

/** `validateLibraryPackageNotStandard`: only the standards declare standard library packages (code `library-package`). */
const notStandard: Check<ast.Package> = (node, context) => {
    const { isStandard } = node;
    if (isStandard && !context.document.isLibrary) {
        context.report(
            'warning',
            'library-package',
            'a user library must not be marked as standard',
            keywordSpan(context.document.text, node, 'standard')
        );
    }
};

/**
 * `validateAnnotationAnnotatedElementOwnership`: an annotation with an explicit `about` must not name its owner (code
 * `annotation-about-itself`).
 */
const notAboutItself: Check<ast.Comment | ast.MetadataUsage> = (node, context) => {
    for (const about of node.about) {
        if (resolve(about) === node) {
            context.report('error', 'annotation-about-itself', 'an annotation must not be about itself', spanOf(about));
        }
    }
};

/**
 * `validateElementFilterMembershipIsBoolean` (code `filter-not-boolean`) and `validateElementFilterMembershipIsModelLevelEvaluable` (code
 * `filter-not-evaluable`). A condition of unknown type is not checked.
 */
function checkFilter(condition: AstNode, context: CheckContext): void {
    const boolean = libraryElement(condition, 'ScalarValues::Boolean');
    const types = scalarTypesOf(condition);
    if (boolean !== undefined && types.length > 0 && !types.some(t => conformsTo(t, boolean) || conformsTo(boolean, t))) {
        context.report('error', 'filter-not-boolean', 'a filter condition must be Boolean', spanOf(condition));
    } else if (!isModelLevelEvaluable(condition)) {
        context.report('error', 'filter-not-evaluable', 'a filter condition must be evaluable on the model itself', spanOf(condition));
    }
}
const filterCondition: Check<ast.ElementFilter> = (node, context) => checkFilter(node.condition, context);
const importFilters: Check<ast.Import> = (node, context) => {
    for (const condition of node.filters) {
        checkFilter(condition, context);
    }
};

/** Tier "name resolution". */
export const importChecks: CheckTable = { Package: [notStandard], Import: [topLevelVisibility] };
/** Tier "type". */
export const filterChecks: CheckTable = {
    Import: [importFilters],
    ElementFilter: [filterCondition],
    Comment: [notAboutItself],
    MetadataUsage: [notAboutItself]
};
