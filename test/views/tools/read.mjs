/**
 * `node read.mjs FORM`: reads diagrams in a written form, a JSON array of texts on the standard input, with the form's own tool. Answers a
 * JSON array: of each text what is wrong with it, null for nothing.
 */
import { DOMImplementation, Element, Node } from '@xmldom/xmldom';

const READERS = {
    d2: async () => {
        const { D2 } = await import('@terrastruct/d2');
        const tool = new D2();
        return text => tool.compile(text);
    },
    dot: async () => {
        const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
        const tool = await Graphviz.load();
        return text => tool.layout(text, 'dot');
    },
    mermaid: async () => {
        // It asks for a window when it is loaded; reading needs none.
        const document = new DOMImplementation().createDocument('http://www.w3.org/1999/xhtml', 'html');
        const none = class {};
        const window = { document, Element, Node, NodeFilter: {}, HTMLTemplateElement: none, DOMParser: none, addEventListener: () => {} };
        Object.assign(globalThis, { window, document });
        const { default: tool } = await import('mermaid');
        return text => tool.parse(text);
    }
};

let input = '';
for await (const chunk of process.stdin) input += chunk;
const read = await READERS[process.argv[2]]();
const faults = [];
for (const text of JSON.parse(input)) {
    try {
        await read(text);
        faults.push(null);
    } catch (e) {
        faults.push(String(e).slice(0, 300));
    }
}
process.stdout.write(JSON.stringify(faults), () => process.exit(0));
