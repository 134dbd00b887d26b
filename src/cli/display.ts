/** How findings, values, objects and verdicts read to people. Knows no command. */
import type { Diagnostic } from '../language/workspace/diagnostics.js';
import { Instance, typeSymbolIdOf, type FeatureAnswer, type InstanceAnswer, type Verdict, type VerificationVerdict } from '../runtime/index.js';
import { elementsOf, Sequence, valueText, ValueSet, type Value } from '../runtime/values/index.js';

/** `file:line:col severity code message`, and where it is wanted the source line with the place marked. */
export function diagnosticText({ severity, code, message, span }: Diagnostic, texts: ReadonlyMap<string, string>, withSource: boolean): string {
    const place = span === undefined ? '' : `${span.file}:${span.startLine}:${span.startCol} `;
    const head = `${place}${severity}${code === '' ? '' : ` ${code}`} ${message}\n`;
    const line = span === undefined || !withSource ? undefined : texts.get(span.file)?.split(/\r?\n/)[span.startLine - 1];
    if (span === undefined || line === undefined) {
        return head;
    }
    const bytes = Buffer.from(line);
    const before = bytes.subarray(0, span.startCol - 1).toString();
    const marked = span.endLine === span.startLine ? bytes.subarray(span.startCol - 1, span.endCol - 1).toString().length : line.length - before.length;
    return `${head}    ${line}\n    ${before.replace(/[^\t]/g, ' ')}${'^'.repeat(Math.max(1, marked))}\n`;
}

/** A value; objects by type and number, open values as `<undetermined>`. */
export function displayed(value: Value): string {
    const list = (values: readonly Value[]): string => values.map(displayed).join(', ');
    if (value instanceof Instance) {
        return `${typeSymbolIdOf(value)} #${value.id}`;
    }
    if (value instanceof Sequence) {
        return `(${list(value.elements)})`;
    }
    if (value instanceof ValueSet) {
        return `{${list(value.elements)}}`;
    }
    const kind = value !== null && typeof value === 'object' ? value.kind : undefined;
    return kind === 'undetermined' || kind === 'unset' ? `<${kind}>` : valueText(value);
}

/** The objects as an indented tree from the root; one that was printed before, or was left out, is only named. */
export function treeOf(instances: readonly InstanceAnswer[]): string[] {
    const byId = new Map(instances.map(i => [i.id, i]));
    const printed = new Set<number>();
    const lines: string[] = [];
    const print = (object: InstanceAnswer, label: string, indent: string): void => {
        const again = printed.has(object.id);
        lines.push(`${indent}${label}${object.typeSymbolId} #${object.id}${again && object.features.length > 0 ? ' (above)' : ''}`);
        if (again) {
            return;
        }
        printed.add(object.id);
        for (const feature of object.features) {
            const held = heldBy(feature);
            const objects = held.map(v => v instanceof Instance ? byId.get(v.id) : undefined);
            if (held.length > 0 && objects.every(o => o !== undefined)) {
                objects.forEach((o, i) => print(o, `${feature.name}${feature.values === undefined ? '' : `[${i + 1}]`}: `, `${indent}    `));
            } else {
                lines.push(`${indent}    ${featureText(feature)}`);
            }
        }
    };
    print(instances[0], '', '');
    return lines;
}

function heldBy({ value, values }: FeatureAnswer): readonly Value[] {
    return values ?? (value === undefined ? [] : elementsOf(value));
}

function featureText({ name, value, values, error }: FeatureAnswer): string {
    if (error !== undefined) {
        return `${name}: error: ${error}`;
    }
    return values !== undefined ? `${name} = (${values.map(displayed).join(', ')})` : value !== undefined ? `${name} = ${displayed(value)}` : name;
}

/** Width of the column of states: `inconclusive` is the longest. */
const STATE_WIDTH = 13;

/** `holds        requirement P::r on car.engine`, with the false condition or what left it open. */
export function verdictText({ element, elementId, kind, holds, condition, error, instance, instancePath }: Verdict): string {
    const state = holds === true ? 'holds' : error === undefined ? 'fails' : 'undecided';
    const place = instancePath !== undefined ? ` on ${instancePath}` : instance !== undefined && (kind === 'constraint' || kind === 'requirement') ? ` on ${typeSymbolIdOf(instance)}` : '';
    // failures name what they are about, as this line does already
    const why = error?.replace(`${kind} ${element}: `, '') ?? condition;
    return `${state.padEnd(STATE_WIDTH)}${element === elementId ? `${kind} ` : ''}${element}${place}${why === undefined ? '' : `: ${why}`}`;
}

/** `pass         verification P::v of P::r`; the answer of a verification case beside the verdict. */
export function verificationText({ caseId, kind, detail, subcase, requirementId }: VerificationVerdict): string {
    return `${subcase === true ? '  ' : ''}${kind.padEnd(subcase === true ? STATE_WIDTH - 2 : STATE_WIDTH)}verification ${caseId}${requirementId === undefined ? '' : ` of ${requirementId}`}${detail === undefined ? '' : `: ${detail}`}`;
}
