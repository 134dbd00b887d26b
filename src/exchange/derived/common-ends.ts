/**
 * Represents lists that end with the same elements: inherited members follow owned ones, and many types inherit the same members. What is
 * derived from the elements of such an end is computed once, and its text is encoded once and copied. Does not depend on specific
 * properties.
 */
import type { Value } from '../graph.js';

type Values = readonly Value[];

/** Up to this number of values, each is searched in the list; for more values, a set of the list is made. */
const FEW = 8;

/** A list without duplicates with which other lists end. */
export class CommonEnd {
    private readonly images = new Map<string, CommonEnd>();
    private readonly answers = new Map<string, boolean>();
    private members: ReadonlySet<unknown> | undefined;

    constructor(readonly values: Values) {}

    hasAny(values: Values): boolean {
        if (values.length <= FEW) {
            return values.some(value => this.values.includes(value));
        }
        const members = (this.members ??= new Set(this.values));
        return values.some(value => members.has(value));
    }

    /**
     * The values derived from each element of the list, without duplicates. @param key identifies the derivation, so that it is done once
     */
    image(key: string, of: (values: Values) => Values): CommonEnd {
        let image = this.images.get(key);
        if (image === undefined) {
            const found = of(this.values);
            image = found.length === this.values.length && found.every((v, i) => v === this.values[i]) ? this : new CommonEnd(found);
            this.images.set(key, image);
        }
        return image;
    }

    /** Whether a test is true for the elements. @param key identifies the test, so that it is done once */
    holds(key: string, test: (values: Values) => boolean): boolean {
        let answer = this.answers.get(key);
        if (answer === undefined) {
            answer = test(this.values);
            this.answers.set(key, answer);
        }
        return answer;
    }
}

/** The common ends of the lists of a model. */
export class CommonEnds {
    private readonly ends = new Map<Values, CommonEnd>();

    /** The common end of a list, if it is known to have one. */
    of(list: Values): CommonEnd | undefined {
        return this.ends.get(list);
    }

    /** Registers a list as a common end. @param list has no duplicates */
    shared(list: Values): Values {
        if (list.length > 0 && !this.ends.has(list)) {
            this.ends.set(list, new CommonEnd(list));
        }
        return list;
    }

    /** Concatenates two lists without duplicates. */
    joined(front: Values, back: Values): Values {
        const own = front.length < 2 ? front : [...new Set(front)];
        const end = this.ends.get(back);
        if (end?.values !== back || end.hasAny(own)) {
            return back.length === 0 ? own : [...new Set([...own, ...back])];
        }
        return this.before(own, end);
    }

    /** The values derived from each element of a list, without duplicates. @param key identifies the derivation */
    image(list: Values, key: string, of: (values: Values) => Values): Values {
        const end = list.length === 0 ? undefined : this.ends.get(list);
        if (end === undefined) {
            return list.length === 0 ? list : of(list);
        }
        const front = this.frontOf(list, end);
        const own = front.length === 0 ? front : of(front);
        const image = end.image(key, of);
        return image.hasAny(own) ? [...new Set([...own, ...image.values])] : this.before(own, image);
    }

    /** Whether a test is true for each element of a list. @param key identifies the test */
    holds(list: Values, key: string, test: (values: Values) => boolean): boolean {
        const end = this.ends.get(list);
        return end === undefined ? test(list) : test(this.frontOf(list, end)) && end.holds(key, test);
    }

    private frontOf(list: Values, end: CommonEnd): Values {
        return list.slice(0, list.length - end.values.length);
    }

    private before(front: Values, end: CommonEnd): Values {
        if (end.values.length === 0) {
            return front;
        }
        const list = front.length === 0 ? end.values : front.concat(end.values);
        this.ends.set(list, end);
        return list;
    }
}
