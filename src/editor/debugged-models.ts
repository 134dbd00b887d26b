/** The editor's models for the debug adapter: the behaviours to debug and their places in texts. */
import { URI } from 'langium';
import type { AstNode } from '../language/generated/tree.js';
import { qualifiedNameOf } from '../language/semantics/naming.js';
import { documentOf } from '../language/semantics/text.js';
import { AdapterError, type DebuggedModels, type LaunchArguments } from '../debugger/index.js';
import { elementAmong } from './ids.js';
import { type EditorModels, uriOf } from './models.js';
import { positionOf } from './places.js';
import { checkPerformed } from './requests/performers.js';
import { checkSound, limits } from './requests/request.js';
import { roleOf } from './roles.js';

/** A path or URI as a URI; `C:\\…` is a path. */
const uriOfPath = (path: string): string => (/^[a-z][a-z0-9+.-]+:/i.test(path) ? path : URI.file(path).toString());

function pathOfUri(uri: string): string {
    const parsed = URI.parse(uri);
    return parsed.scheme === 'file' ? parsed.fsPath : uri;
}

/** @param prepare reads the models of a program if they are not read yet */
export function debuggedModels(models: EditorModels, prepare: (launch: LaunchArguments) => void = () => undefined): DebuggedModels {
    return {
        async behaviourOf(launch) {
            prepare(launch);
            await models.allRead;
            const node = behaviourAmong(models, launch);
            const model = models.modelOf(documentOf(node));
            checkSound(model, { element: qualifiedNameOf(node) ?? '', force: launch.force ?? false });
            if (launch.performer === undefined || launch.performer === '') {
                const named = (launch.inputs ?? []).map(input => input.split('=')[0].trim());
                checkPerformed(model, node, new Set(named));
            }
            return node;
        },
        modelOf: uri => models.modelOf(uri),
        document: uri => models.document(uri),
        uriOf,
        uriOfPath,
        pathOfUri,
        positionOf,
        limits
    };
}

function behaviourAmong(models: EditorModels, { element = '', program }: LaunchArguments): AstNode {
    if (element === '') {
        throw new AdapterError('element is missing: the qualified name of an action or a state machine');
    }
    const found = elementAmong(models, element, program === undefined ? undefined : uriOfPath(program));
    if (found === undefined) {
        throw new AdapterError(`${element} names nothing in ${program ?? 'this workspace'}`);
    }
    if (roleOf(found) !== 'run' || qualifiedNameOf(found) === undefined) {
        throw new AdapterError(`${element} is neither an action nor a state machine`);
    }
    return found;
}
