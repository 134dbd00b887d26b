/**
 * Reads the code that Enterprise Architect stores in the extension of the document: of operations and of behaviours of states (contract:
 * migration 2.7).
 */
import type { UmlModel } from '../uml-model.js';

interface Code {
    /** code in the language of the classifier: the tool's "initial code" */
    code?: string;
    /** the tool's "behaviour", in words or in any language */
    behaviour?: string;
}

const NO_LANGUAGE = /^<?none>?$/i;

export class ToolCode {
    /** by id of the operation */
    private readonly codes = new Map<string, Code>();
    /** languages of classifiers, by id */
    private readonly languages = new Map<string, string>();

    /** @param of id of the element that the tag is written for */
    read(of: string, name: 'behaviour' | 'code', { value, gentype }: Readonly<Record<string, string | undefined>>): void {
        if (of === '') {
            return;
        }
        if (gentype !== undefined && !NO_LANGUAGE.test(gentype)) {
            this.languages.set(of, gentype);
        }
        if (value !== undefined && value.trim() !== '') {
            this.codes.set(of, { ...this.codes.get(of), [name]: value });
        }
    }

    /** Gives the texts to the elements that have no text and no method in the model itself. */
    attach(model: UmlModel): void {
        for (const [id, { code, behaviour }] of this.codes) {
            const element = model.get(id);
            if (element === undefined || element.values('body').length > 0 || element.linksOf('method').length > 0) {
                continue;
            }
            const language = this.languages.get(element.owner?.id ?? '') ?? '';
            for (const [text, of] of [
                [code, language],
                [behaviour, '']
            ] as const) {
                if (text !== undefined) {
                    element.addAttribute('body', text);
                    element.addAttribute('language', of);
                }
            }
        }
    }
}
