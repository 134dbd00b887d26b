/**
 * Langium's services for both languages, implemented by the core (ARCHITECTURE.md, src/editor). Langium's language server thus uses the
 * same parser, analysis and index as the service.
 */
import { type AstNode, EmptyFileSystem, inject, type Module } from 'langium';
import { membersOfObject } from '../../language/narrowing.js';
import {
    createDefaultModule,
    createDefaultSharedModule,
    DefaultLanguageServer,
    type LangiumServices,
    type LangiumSharedServices,
    type PartialLangiumServices,
    type PartialLangiumSharedServices
} from 'langium/lsp';
import type { Connection, InitializeParams, InitializeResult, PublishDiagnosticsParams } from 'vscode-languageserver';
import { KerMLGeneratedModule, SysMLGeneratedModule, WorkbenchGeneratedSharedModule } from '../../language/generated/module.js';
import { membersOf, nameSegments } from '../../language/positions/name-segments.js';
import { ACTION_KINDS } from '../actions.js';
import type { EditorModels } from '../models.js';
import { customCapabilities } from '../requests/index.js';
import { validatorOf, WorkbenchBuilder } from './builder.js';
import { describe, nodeAtPath, ourNode, pathOf, referenceDescription } from './descriptions.js';
import { ours, WorkbenchDocuments } from './documents.js';
import { featuresOf, workspaceSymbolsOf } from './features.js';
import { WorkspaceReports } from './reports.js';
import { nameProvider, WorkbenchIndex, WorkbenchLinker, WorkbenchReferences, WorkbenchScopes } from './names.js';
import { pullsFindings, WorkbenchConfiguration, WorkbenchFolders, WorkbenchLanguages, WorkbenchUpdates } from './workspace.js';

export interface WorkbenchServices {
    readonly shared: LangiumSharedServices;
    readonly sysml: LangiumServices;
    readonly kerml: LangiumServices;
    readonly documents: WorkbenchDocuments;
    readonly builder: WorkbenchBuilder;
    readonly reports: WorkspaceReports;
    /** the capabilities of the client, once it has sent them */
    readonly capabilities: () => InitializeParams['capabilities'];
}

/** Capabilities of the server beyond Langium's slots: selection ranges, resolving and the custom requests (docs/editor-protocol.md). */
class WorkbenchLanguageServer extends DefaultLanguageServer {
    /** Creates no services in advance: none of them listens to events, and Langium's parser is never used. */
    protected override eagerLoadServices(): void {}

    protected override buildInitializeResult(params: InitializeParams): InitializeResult {
        const { capabilities } = super.buildInitializeResult(params);
        return {
            capabilities: {
                ...capabilities,
                textDocumentSync: { ...membersOfObject(capabilities.textDocumentSync), save: { includeText: false } },
                completionProvider: { ...capabilities.completionProvider, resolveProvider: true },
                selectionRangeProvider: true,
                codeActionProvider: { codeActionKinds: ACTION_KINDS, resolveProvider: true },
                codeLensProvider: { resolveProvider: true },
                inlayHintProvider: true,
                ...(pullsFindings(params.capabilities) && {
                    diagnosticProvider: { identifier: 'sysml', interFileDependencies: true, workspaceDiagnostics: true }
                }),
                callHierarchyProvider: true,
                typeHierarchyProvider: true,
                semanticTokensProvider: this.services.ServiceRegistry.all.map(
                    language => (language as LangiumServices).lsp.SemanticTokenProvider!.semanticTokensOptions
                )[0],
                workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
                experimental: customCapabilities()
            },
            serverInfo: { name: 'sysml-workbench' }
        };
    }
}

/**
 * A connection that adds the version of the open text to published findings.
 * @param isPulling whether the client pulls findings, so that none are published
 */
function versioned(connection: Connection, models: EditorModels, isPulling: () => boolean): Connection {
    const sendDiagnostics = (params: PublishDiagnosticsParams): Promise<void> => {
        if (isPulling()) {
            return Promise.resolve();
        }
        const version = models.buffers.get(params.uri)?.version;
        return connection.sendDiagnostics({ ...params, ...(version !== undefined && { version }) });
    };
    return Object.create(connection, { sendDiagnostics: { value: sendDiagnostics } }) as Connection;
}

/** @param connection absent if no client is served */
export function createWorkbenchServices(models: EditorModels, connection?: Connection): WorkbenchServices {
    let folders: WorkbenchFolders | undefined;
    const client = connection && versioned(connection, models, () => folders !== undefined && pullsFindings(folders.capabilities));
    const documents = new WorkbenchDocuments(models);
    const reports = new WorkspaceReports(models);
    const builder = new WorkbenchBuilder(models, documents, reports);
    const sharedModule: Module<LangiumSharedServices, PartialLangiumSharedServices> = {
        ServiceRegistry: services => new WorkbenchLanguages(services),
        lsp: {
            LanguageServer: services => new WorkbenchLanguageServer(services),
            DocumentUpdateHandler: () => new WorkbenchUpdates(models, builder),
            WorkspaceSymbolProvider: () => workspaceSymbolsOf(models)
        },
        workspace: {
            LangiumDocuments: () => documents,
            DocumentBuilder: () => builder,
            IndexManager: services => new WorkbenchIndex(models, services.AstReflection),
            WorkspaceManager: () => (folders = new WorkbenchFolders(models, builder, client)),
            ConfigurationProvider: () => new WorkbenchConfiguration(models, client)
        }
    };
    const features = featuresOf(models);
    const languageModule: Module<LangiumServices, PartialLangiumServices> = {
        references: {
            NameProvider: () => nameProvider,
            ScopeProvider: () => new WorkbenchScopes(models),
            Linker: services => new WorkbenchLinker(services.references.ScopeProvider),
            References: () => new WorkbenchReferences(models)
        },
        workspace: {
            AstNodeLocator: () => ({
                getAstNodePath: pathOf,
                getAstNode: <T extends AstNode>(root: AstNode, path: string) => nodeAtPath(ourNode(root), path) as T | undefined
            }),
            AstNodeDescriptionProvider: () => ({ createDescription: describe }),
            ReferenceDescriptionProvider: () => ({
                createDescriptions: given => {
                    const document = ours(given);
                    return Promise.resolve(
                        nameSegments(document).flatMap(segment => {
                            const target = membersOf(segment.node)[segment.index];
                            return target === undefined ? [] : [referenceDescription(document, segment, target)];
                        })
                    );
                }
            })
        },
        validation: { DocumentValidator: () => validatorOf(models) },
        lsp: Object.fromEntries(Object.entries(features).map(([slot, feature]) => [slot, () => feature]))
    };
    const shared = inject(
        createDefaultSharedModule({ ...(client && { connection: client }), ...EmptyFileSystem }),
        WorkbenchGeneratedSharedModule,
        sharedModule
    );
    const sysml = inject(createDefaultModule({ shared }), SysMLGeneratedModule, languageModule);
    const kerml = inject(createDefaultModule({ shared }), KerMLGeneratedModule, languageModule);
    shared.ServiceRegistry.register(sysml);
    shared.ServiceRegistry.register(kerml);
    shared.workspace.ConfigurationProvider.onConfigurationSectionUpdate(() => void builder.update([], []));
    return { shared, sysml, kerml, documents, builder, reports, capabilities: () => folders?.capabilities ?? {} };
}
