/** What the build puts into the bundle (scripts/playground/build.mjs). */
declare module '#words' {
    /** Keywords of each language by the groups that colour themes know. */
    const words: Readonly<Record<'sysml' | 'kerml', Readonly<Record<'type' | 'modifier' | 'control' | 'constant', readonly string[]>>>>;
    export default words;
}

declare module '#examples' {
    /** The example models of this project. */
    const examples: readonly {
        readonly title: string;
        readonly files: readonly { readonly name: string; readonly text: string }[];
    }[];
    export default examples;
}

declare module '*.css';

/** Whether the package of the solver was there when the page was built. */
declare const HAS_SOLVER: boolean;
