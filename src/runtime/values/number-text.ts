/** Decimal texts of numbers. Depends only on doubles and Rationals. */
import type { Rational } from './rational.js';

/** Shortest decimal with `.0` for whole values; exponent form below 1e-4 and from 1e21. */
export function doubleText(d: number): string {
    const magnitude = Math.abs(d);
    if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e21)) {
        return d.toExponential();
    }
    const text = String(d + 0);
    return Number.isInteger(d) ? `${text}.0` : text;
}

/** The exact decimal where the expansion is finite, else `n/d`. */
export function rationalText(v: Rational): string {
    const decimals = terminatingDecimals(BigInt(v.den));
    if (decimals === undefined) {
        return `${v.num}/${v.den}`;
    }
    const scaled = (BigInt(v.num) * 10n ** BigInt(decimals)) / BigInt(v.den);
    const minus = scaled < 0n ? '-' : '';
    const digits = String(scaled < 0n ? -scaled : scaled);
    // The decimal point precedes digit `point`; the leading digit has weight 10^(point - 1).
    const point = digits.length - decimals;
    if (scaled !== 0n && (point > 21 || point < -3)) {
        const significant = digits.replace(/0+$/, '');
        const fraction = significant.slice(1);
        const exponent = point - 1;
        return `${minus}${significant[0]}${fraction === '' ? '' : `.${fraction}`}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
    }
    if (decimals === 0) {
        return `${minus}${digits}.0`;
    }
    const padded = digits.padStart(decimals + 1, '0');
    return `${minus}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

/** Decimal places of 1/den; undefined when its expansion is infinite. */
function terminatingDecimals(den: bigint): number | undefined {
    const twos = countFactor(den, 2n);
    const fives = countFactor(den >> BigInt(twos), 5n);
    return 2n ** BigInt(twos) * 5n ** BigInt(fives) === den ? Math.max(twos, fives) : undefined;
}

function countFactor(x: bigint, p: bigint): number {
    let n = 0;
    for (let rest = x; rest % p === 0n; rest /= p) {
        n++;
    }
    return n;
}
