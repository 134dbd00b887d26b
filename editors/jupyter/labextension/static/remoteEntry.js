/* global window */
// An extension of JupyterLab 4 as the page loads it: a container of one module, which registers the language `sysml`. Written by
// hand, so that nothing has to be built; what it needs of JupyterLab comes from the modules that the page shares.
(() => {
    const WORDS = new Set(
        `
    about abstract accept action actor after alias all allocate allocation analysis and as assert assign assoc assume at attribute
    behavior bind binding bool by calc case choice class classifier comment concern connect connection connector constant
    constraint crosses datatype decide decision deep def default defer defined dependency derived do doc done else end entry enum
    event exhibit exit expose expr false feature featured filter final first flow for fork frame from function hastype history if
    implies import in include individual initial inout interaction interface inv istype item join junction language library locale
    loop merge message meta metaclass metadata multiplicity namespace new nonunique not null objective occurrence of or ordered out
    package parallel part perform point port predicate private protected public redefines ref references region render rendering
    rep require requirement return satisfy send shallow snapshot specializes stakeholder standard state step struct subclassifier
    subject subsets succession terminate then timeslice to transition true typed until use variant variation verification verify
    via view viewpoint when while xor
`
            .trim()
            .split(/\s+/)
    );
    const LITERALS = new Set(['true', 'false', 'null']);
    /** Words before the name that a declaration gives. */
    const DECLARING = /^(?:def|part|attribute|port|action|state|item|package|calc|constraint|requirement|enum|case|view|occurrence)$/;

    /** How a line is read, token by token. */
    const mode = {
        name: 'sysml',
        startState: () => ({ note: '', before: '' }),
        token(stream, state) {
            if (state.note !== '') {
                if (stream.skipTo('*/')) {
                    stream.match('*/');
                    state.note = '';
                } else {
                    stream.skipToEnd();
                }
                return 'comment';
            }
            if (stream.sol() && stream.match(/^%[a-z][\w-]*/)) {
                return 'meta';
            }
            if (stream.eatSpace()) {
                return null;
            }
            if (stream.match(/^\/\/\*|^\/\*/)) {
                state.note = '*/';
                return 'comment';
            }
            if (stream.match('//')) {
                stream.skipToEnd();
                return 'comment';
            }
            if (stream.match(/^"(?:\\.|[^"\\])*"?/)) {
                return 'string';
            }
            if (stream.match(/^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) {
                return 'number';
            }
            if (stream.match(/^[#@][A-Za-z_]\w*/)) {
                return 'attribute';
            }
            const name = stream.match(/^'(?:\\.|[^'\\])*'?|^[A-Za-z_]\w*/);
            if (name) {
                const [word] = name;
                const isDeclared = DECLARING.test(state.before);
                state.before = word;
                if (LITERALS.has(word)) {
                    return 'atom';
                }
                return WORDS.has(word) ? 'keyword' : isDeclared ? 'def' : 'variable';
            }
            state.before = '';
            if (stream.match(/^(?::>>|::>|:>|:=|::|\.\.|->|==|!=|<=|>=|[=<>+\-*/%~^&|?!])/)) {
                return 'operator';
            }
            stream.next();
            return null;
        },
        languageData: {
            commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
            closeBrackets: { brackets: ['(', '[', '{', '"', "'"] }
        }
    };

    let shared;
    /** A module that the page shares: its newest version. */
    const load = async name => {
        const versions = shared?.[name] ?? {};
        const [version] = Object.keys(versions).sort((a, b) => b.localeCompare(a, undefined, { numeric: true }));
        if (version === undefined) {
            throw new Error(`${name} is not shared by this JupyterLab`);
        }
        return (await versions[version].get())();
    };

    const extension = async () => {
        const [{ IEditorLanguageRegistry }, { LanguageSupport, StreamLanguage }] = await Promise.all([
            load('@jupyterlab/codemirror'),
            load('@codemirror/language')
        ]);
        const plugin = {
            id: 'sysml-workbench:colouring',
            description: 'Colours SysML v2 notation.',
            autoStart: true,
            requires: [IEditorLanguageRegistry],
            activate(_, languages) {
                languages.addLanguage({
                    name: 'sysml',
                    displayName: 'SysML v2',
                    mime: 'text/x-sysml',
                    extensions: ['sysml', 'kerml'],
                    support: new LanguageSupport(StreamLanguage.define(mode))
                });
            }
        };
        return () => ({ __esModule: true, default: [plugin] });
    };

    window._JUPYTERLAB = window._JUPYTERLAB ?? {};
    window._JUPYTERLAB['sysml-workbench'] = {
        init(scope) {
            shared = scope;
        },
        get(module) {
            return module === './extension' ? extension() : Promise.reject(new Error(`${module} is not in sysml-workbench`));
        }
    };
})();
