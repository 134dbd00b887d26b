/**
 * The default style sheet of documents (contract: views 7.6). It is in a cascade layer, so that any rule of a reader overrides it, and uses
 * custom properties, so that a reader needs few rules.
 */
export const DEFAULT_STYLE = `@layer sysml {
  .sysml-document {
    --sysml-font: "Noto Sans", "Segoe UI", Helvetica, Arial, sans-serif;
    --sysml-mono: "Noto Sans Mono", Consolas, monospace;
    --sysml-text: #1b1f24;
    --sysml-muted: #57606a;
    --sysml-line: #d0d7de;
    --sysml-band: #f6f8fa;
    --sysml-accent: #0b57a4;
    --sysml-good: #1a7f37;
    --sysml-bad: #b3261e;
    --sysml-open: #9a6700;
    --sysml-width: 54rem;
    color: var(--sysml-text);
    font-family: var(--sysml-font);
    font-size: 16px;
    line-height: 1.55;
    margin: 0 auto;
    max-width: var(--sysml-width);
    padding: 2.5rem 1.5rem 4rem;
  }
  .sysml-document h1 { border-bottom: 2px solid var(--sysml-accent); font-size: 1.9em; line-height: 1.2; margin: 0 0 1.2em; padding-bottom: 0.35em; }
  .sysml-document :is(h2, h3, h4, h5, h6) { line-height: 1.25; margin: 1.9em 0 0.6em; break-after: avoid; }
  .sysml-document h2 { font-size: 1.4em; }
  .sysml-document h3 { font-size: 1.15em; }
  .sysml-document :is(h4, h5, h6) { font-size: 1em; }
  .sysml-document p { margin: 0.7em 0; }
  .sysml-document a { color: var(--sysml-accent); }
  .sysml-document :is(code, pre) { font-family: var(--sysml-mono); font-size: 0.88em; }
  .sysml-table { border-collapse: collapse; font-size: 0.92em; font-variant-numeric: tabular-nums; margin: 1.2em 0; width: 100%; }
  .sysml-table :is(th, td) { border-bottom: 1px solid var(--sysml-line); overflow-wrap: anywhere; padding: 0.4em 0.7em; text-align: left; vertical-align: top; }
  .sysml-table thead th { background: var(--sysml-band); border-bottom: 2px solid var(--sysml-line); }
  .sysml-table .sysml-cell:is([data-value-kind="integer"], [data-value-kind="real"], [data-value-kind="quantity"]) { white-space: nowrap; }
  .sysml-table tbody th[scope="rowgroup"] { background: var(--sysml-band); font-weight: 600; }
  .sysml-caption, figcaption { caption-side: top; color: var(--sysml-muted); font-size: 0.92em; font-style: italic; padding: 0 0 0.5em; text-align: left; }
  .sysml-document figure { break-inside: avoid; margin: 1.5em 0; overflow-x: auto; }
  .sysml-diagram img { display: block; height: auto; margin: 0 auto; max-width: 100%; }
  .sysml-diagram pre { background: var(--sysml-band); border: 1px solid var(--sysml-line); border-radius: 6px; overflow-x: auto; padding: 0.8em 1em; }
  .sysml-image img { max-width: 100%; }
  .sysml-list { padding-left: 1.6em; }
  .sysml-definitions { margin: 1em 0; }
  .sysml-definitions dt { font-weight: 600; margin-top: 0.6em; }
  .sysml-definitions dd { margin: 0.1em 0 0.4em 1.5em; }
  .sysml-formula { margin: 1.2em 0; overflow-x: auto; text-align: center; }
  .sysml-math { font-family: "STIX Two Math", "Cambria Math", var(--sysml-mono); }
  .sysml-verdict[data-verdict="holds"], .sysml-cell[data-verdict="holds"] { color: var(--sysml-good); font-weight: 600; }
  .sysml-verdict[data-verdict="violated"], .sysml-cell[data-verdict="violated"] { color: var(--sysml-bad); font-weight: 600; }
  .sysml-verdict[data-verdict="undecided"], .sysml-cell[data-verdict="undecided"] { color: var(--sysml-open); font-weight: 600; }
  @media print {
    .sysml-document { font-size: 10.5pt; max-width: none; padding: 0; }
    .sysml-table :is(tr) { break-inside: avoid; }
  }
}
`;
