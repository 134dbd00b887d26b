/** Selections of variants as lines of text: one a line, as a table with a column for each variation. */

/** A selected variant. */
export interface SelectedVariant {
    /** name of the variation: a qualified name, or a path from one (`P::car.engine`) */
    readonly variation: string;
    /** qualified name of the variant */
    readonly variant: string;
}

/** The lines of selections of the same variations in the same order: a head with the variations' names, then a numbered row for each. */
export function selectionLines(selections: readonly (readonly SelectedVariant[])[]): string[] {
    if (selections.length === 0) {
        return [];
    }
    const variations = selections[0].map(s => s.variation);
    const owner = ownerOf(variations[0]);
    const isShared = owner !== '' && variations.every(v => ownerOf(v) === owner);
    const columns = variations.map((variation, i) => [
        isShared ? variation.slice(owner.length).replace(/^(\.|::)/, '') : variation,
        ...shortest(selections.map(s => s[i].variant))
    ]);
    const numbers = ['', ...selections.map((_, i) => `${i + 1}.`)];
    const padded = [numbers, ...columns].map(column => {
        const width = Math.max(...column.map(cell => cell.length));
        return column.map(cell => cell.padEnd(width));
    });
    const rows = numbers.map((_, row) =>
        padded
            .map(column => column[row])
            .join('  ')
            .trimEnd()
    );
    return isShared ? [`of ${owner}`, ...rows] : rows;
}

/** A name without its last segment; empty for a single segment. */
const ownerOf = (name: string): string => /^(.*?)(?:\.|::)(?:'(?:[^'\\]|\\.)*'|[^.:']+)$/s.exec(name)?.[1] ?? '';

/** The last segments of the names; the whole names if two different ones end alike. */
function shortest(names: readonly string[]): readonly string[] {
    const last = new Map(names.map(name => [name, name.slice(ownerOf(name).length).replace(/^::/, '')]));
    return new Set(last.values()).size === last.size ? names.map(name => last.get(name)!) : names;
}
