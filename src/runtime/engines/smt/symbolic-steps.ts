/**
 * Executes a behavior of a state statement by statement, with terms as the values of features. It decides every condition, so that each
 * statement is either executed or skipped, as in the executor of do behaviors (contract behaviour 9.6). Does not depend on machines.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { isStatementType, isUsage } from '../../../language/semantics/structure.js';
import { visitAll } from '../../../language/syntax/index.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { memoize } from '../../evaluation/model/kinds.js';
import { bodyTypesOf, isStep, statementsOfBlock, statementsWithin, type StepPlace } from '../../behaviour/index.js';
import { Untranslatable } from '../solver/symbolic.js';
import type { Effect, Effects } from './effects.js';
import type { Values } from './values.js';

/** The run that executes the statements. */
export interface StepHost {
    readonly effects: Effects;
    /** Changes the values of features. */
    apply(effect: (values: Values) => Effect): void;
    /** Decides a condition. @throws EvaluationError where it decides that the condition fails */
    decide(condition: AstNode, frame: Frame): boolean;
    send(node: ast.SendActionUsage, frame: Frame): void;
}

type Steps = Generator<undefined, void, void>;

const SENDS = Symbol('a behavior with sends');

/** Whether a behavior, or a behavior that it performs, sends a message. */
export function hasSends(usage: AstNode): boolean {
    return memoize(SENDS, usage, u => {
        const seen = new Set<AstNode>();
        let found = false;
        const visit = (body: AstNode): void => {
            if (!seen.has(body)) {
                seen.add(body);
                visitAll(body, member => {
                    found ||= member.$type === 'SendActionUsage';
                    (isUsage(member) ? bodyTypesOf(member) : []).forEach(visit);
                });
            }
        };
        visit(u);
        return { found };
    }).found;
}

export class SymbolicSteps {
    /**
     * @param isWhole whether the behavior is executed in one move, in which a loop would have no bound
     * @param moveTo called before each pause with the enclosing statements, outermost first
     */
    constructor(
        private readonly host: StepHost,
        private readonly isWhole: boolean,
        private readonly moveTo: (place: StepPlace) => void = () => undefined
    ) {}

    /** The steps of a behavior; they yield between two statements. @throws Untranslatable */
    of(usage: AstNode, frame: Frame): Steps {
        return isStatementType(usage) || assignedFeatureOf(usage) !== undefined
            ? this.statement(usage, frame, [])
            : this.performed(usage, frame, []);
    }

    private *all(statements: readonly AstNode[], frame: Frame, around: StepPlace): Steps {
        for (const [i, statement] of statements.entries()) {
            const place = [...around, statement];
            this.moveTo(place);
            if (i > 0) {
                yield undefined;
            }
            yield* this.statement(statement, frame, place);
        }
    }

    private *statement(node: AstNode, frame: Frame, place: StepPlace): Steps {
        switch (node.$type) {
            case 'SendActionUsage':
                return this.host.send(node, frame);
            case 'IfActionUsage':
                return yield* this.branch(node, frame, place);
            case 'WhileLoopActionUsage':
                return yield* this.loop(node, frame, place);
            case 'ForLoopActionUsage':
                throw new Untranslatable('a loop over a collection in a do behavior, or one that sends, is not encoded', node);
        }
        if (isUsage(node) && isStep(node) && !isStatementType(node) && assignedFeatureOf(node) === undefined) {
            return yield* this.performed(node, frame, place);
        }
        this.host.apply(values => this.host.effects.ofStatement(node, frame, values));
    }

    private performed(usage: AstNode, frame: Frame, place: StepPlace): Steps {
        this.host.effects.refuseUnencoded(usage);
        this.host.effects.pins.refuse(usage, this.host.effects.frameWithin(usage, frame));
        return this.all(statementsWithin(usage), this.entered(usage, frame), place);
    }

    private block(body: AstNode, frame: Frame, place: StepPlace): Steps {
        return this.all(statementsOfBlock(body), this.entered(body, frame), place);
    }

    private entered(body: AstNode, frame: Frame): Frame {
        this.host.apply(values => this.host.effects.ofEntering(body, frame, values));
        return this.host.effects.frameWithin(body, frame);
    }

    private *branch({ guard, thenAction, elseAction }: ast.IfActionUsage, frame: Frame, place: StepPlace): Steps {
        if (this.host.decide(guard, frame)) {
            yield* this.block(thenAction, frame, place);
        } else if (elseAction?.$type === 'IfActionUsage') {
            yield* this.branch(elseAction, frame, place);
        } else if (elseAction !== undefined) {
            yield* this.block(elseAction, frame, place);
        }
    }

    private *loop(node: ast.WhileLoopActionUsage, frame: Frame, place: StepPlace): Steps {
        if (this.isWhole) {
            throw new Untranslatable('a loop in an entry, an exit or an effect that sends is not encoded', node);
        }
        for (let isFirst = true; ; isFirst = false) {
            if (node.condition !== undefined && !this.host.decide(node.condition, frame)) {
                return;
            }
            if (!isFirst) {
                this.moveTo([...place, 'next round']);
                yield undefined;
            }
            yield* this.block(node.bodyAction, frame, place);
            if (node.until !== undefined && this.host.decide(node.until, frame)) {
                return;
            }
        }
    }
}
