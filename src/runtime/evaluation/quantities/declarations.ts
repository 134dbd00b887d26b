/**
 * The units that a model declares: `UnitDeclarations` over the syntax tree (contract sheet 4.10 rule 3). A unit is a usage typed by a
 * scalar measurement reference; its conversion, prefix, defining expression or scale mapping defines its value.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { resolve } from '../../../language/semantics/names.js';
import { elementById, nameOf, notationNameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { rootsWith, type SearchedText } from '../../../language/semantics/searched-roots.js';
import { conformsToLibrary, typesOf } from '../../../language/semantics/specialization.js';
import { featureValueOf, isUsage, lastSegment, ownedMembersOf, ownerOf } from '../../../language/semantics/structure.js';
import { scopeOf, type World } from '../../../language/semantics/world.js';
import { isUnitDeclaration } from '../model/kinds.js';
import {
    EvaluationError,
    Rational,
    type UnitDeclaration,
    type UnitDeclarations,
    type UnitDefinition,
    type UnitFactor,
    type Value,
    exactRatio,
    isRealNumber,
    multiplyRationals,
    negateRational
} from '../../values/index.js';

/** Evaluates a constant expression of a declaration (a conversion factor, an exponent). */
export type ConstantEvaluator = (expression: AstNode) => Value;

/** Packages of the library whose units may name the coherent unit of a dimension. */
const UNIT_PACKAGES = ['SI', 'MeasurementReferences', 'EngineeringUnits'];

/** The keyword of unit declarations. */
const KEYWORD = /\battribute\b/;

/** The unit declarations of one model. Create one instance for each model, since it indexes the declarations. */
export class ModelUnits implements UnitDeclarations {
    private readonly declarations = new Map<string, UnitDeclaration | undefined>();
    private byDefinition: Map<string, string> | undefined;

    /**
     * @param world the model
     * @param documents the model's own documents, read when all units are requested
     * @param evaluate evaluates factors and exponents
     */
    constructor(
        private readonly world: World,
        private readonly documents: readonly SearchedText[],
        private readonly evaluate: ConstantEvaluator
    ) {}

    declaration(unitId: string): UnitDeclaration | undefined {
        if (!this.declarations.has(unitId)) {
            const node = elementById(this.world, unitId);
            this.declarations.set(unitId, node !== undefined && isUnitDeclaration(node) ? this.describe(node, unitId) : undefined);
        }
        return this.declarations.get(unitId);
    }

    /** The declaration of a node that is a unit; its id is its qualified name. */
    declarationOf(node: AstNode): UnitDeclaration | undefined {
        const unitId = qualifiedNameOf(node) ?? '';
        if (!this.declarations.has(unitId)) {
            this.declarations.set(unitId, this.describe(node, unitId));
        }
        return this.declarations.get(unitId);
    }

    /** All valid unit declarations; uses of an invalid one report the fault. */
    *all(): Iterable<UnitDeclaration> {
        const packages = UNIT_PACKAGES.map(name => this.world.libraryElement(name)).filter(p => p !== undefined);
        const work: AstNode[] = [...packages, ...rootsWith(this.documents, KEYWORD)];
        for (let namespace = work.shift(); namespace !== undefined; namespace = work.shift()) {
            for (const member of ownedMembersOf(namespace)) {
                if (member.$type === 'Package') {
                    work.push(member);
                } else if (isUsage(member) && member.kind === 'attribute' && isUnitDeclaration(member)) {
                    const declaration = this.tryDeclarationOf(member);
                    if (declaration !== undefined) {
                        yield declaration;
                    }
                }
            }
        }
    }

    private tryDeclarationOf(node: AstNode): UnitDeclaration | undefined {
        try {
            return this.declarationOf(node);
        } catch (error) {
            if (error instanceof EvaluationError) {
                return undefined;
            }
            throw error;
        }
    }

    /** A unit whose declared types include a unit definition, by its qualified name; undefined for none. */
    unitOfDefinition(definition: string): string | undefined {
        if (this.byDefinition === undefined) {
            this.byDefinition = new Map();
            for (const { unitId, definitions } of this.all()) {
                for (const name of definitions) {
                    if (!this.byDefinition.has(name)) {
                        this.byDefinition.set(name, unitId);
                    }
                }
            }
        }
        return this.byDefinition.get(definition);
    }

    coherentBaseUnits(): readonly string[] {
        const system =
            this.world.libraryElement('SI::systemOfUnits') ?? this.world.libraryElement("SI::'système international d\\'unités'");
        const si = this.world.libraryElement('SI');
        for (const candidate of [system, ...(si === undefined ? [] : ownedMembersOf(si))]) {
            const units = candidate === undefined ? undefined : this.redefining(candidate, 'baseUnits')?.value?.expression;
            if (units?.$type === 'SequenceExpression') {
                return units.elements
                    .map(e => resolve(e))
                    .filter(e => e !== undefined)
                    .map(e => qualifiedNameOf(e) ?? '');
            }
        }
        return [];
    }

    private describe(node: AstNode, unitId: string): UnitDeclaration | undefined {
        const owner = ownerOf(node);
        return {
            unitId,
            name: nameOf(node) ?? '',
            shortName: node.shortName,
            namespace: owner?.$container === undefined ? '' : (notationNameOf(owner) ?? ''),
            library: scopeOf(node).isLibrary,
            definitions: typesOf(node).map(t => qualifiedNameOf(t) ?? ''),
            definition: this.define(node)
        };
    }

    private define(node: AstNode): UnitDefinition {
        if (conformsToLibrary(node, 'MeasurementReferences::MeasurementScale')) {
            return this.scale(node);
        }
        const conversion = this.redefining(node, 'unitConversion');
        const reference = conversion === undefined ? undefined : this.redefining(conversion, 'referenceUnit')?.value;
        if (conversion !== undefined && reference !== undefined) {
            return { kind: 'conversion', reference: this.factors(reference.expression), factor: this.factor(conversion) };
        }
        const value = featureValueOf(node)?.expression;
        if (value !== undefined && value.$type !== 'ConstructorExpression') {
            return { kind: 'derived', factors: this.factors(value) };
        }
        return conformsToLibrary(node, 'MeasurementReferences::DimensionOneUnit') ? { kind: 'dimensionOne' } : { kind: 'base' };
    }

    private factor(conversion: AstNode): Rational {
        const own = this.redefining(conversion, 'conversionFactor')?.value;
        if (own !== undefined) {
            return this.number(own.expression);
        }
        const prefix = this.redefining(conversion, 'prefix')?.value;
        const declared = prefix === undefined ? undefined : resolve(prefix.expression);
        const factor = declared === undefined ? undefined : this.redefining(declared, 'conversionFactor')?.value;
        if (factor === undefined) {
            throw new EvaluationError(
                'undetermined unit conversion',
                `no conversion factor for ${qualifiedNameOf(ownerOf(conversion)!) ?? 'a unit'}`
            );
        }
        return this.number(factor.expression);
    }

    private number(expression: AstNode): Rational {
        const value = this.evaluate(expression);
        if (!isRealNumber(value)) {
            throw new EvaluationError('undetermined unit conversion', 'a conversion factor that is no number');
        }
        return exactRatio(value);
    }

    /** The powers of named units that a unit expression multiplies. */
    private factors(expression: AstNode): UnitFactor[] {
        switch (expression.$type) {
            case 'SequenceExpression': {
                const { elements } = expression;
                return elements.length === 1 ? this.factors(elements[0]) : this.noUnit();
            }
            case 'LiteralInteger':
                return expression.value === '1' ? [] : this.noUnit();
            case 'FeatureReferenceExpression':
            case 'FeatureChainExpression': {
                const unit = resolve(expression.$type === 'FeatureReferenceExpression' ? expression : expression.feature);
                return unit === undefined || !isUnitDeclaration(unit)
                    ? this.noUnit()
                    : [{ unitId: qualifiedNameOf(unit) ?? '', exponent: new Rational(1, 1) }];
            }
            case 'BinaryExpression': {
                const { operator, left, right } = expression;
                if (operator === '*') {
                    return [...this.factors(left), ...this.factors(right)];
                }
                if (operator === '/') {
                    return [
                        ...this.factors(left),
                        ...this.factors(right).map(f => ({ unitId: f.unitId, exponent: negateRational(f.exponent) }))
                    ];
                }
                if (operator === '**' || operator === '^') {
                    const power = this.number(right);
                    return this.factors(left).map(f => ({ unitId: f.unitId, exponent: multiplyRationals(f.exponent, power) }));
                }
                return this.noUnit();
            }
            default:
                return this.noUnit();
        }
    }

    private noUnit(): never {
        throw new EvaluationError('undetermined unit conversion', 'a unit is defined by something that is no unit expression');
    }

    private scale(node: AstNode): UnitDefinition {
        const unit = this.redefining(node, 'unit')?.value;
        const unitNode = unit === undefined ? undefined : resolve(unit.expression);
        if (unitNode === undefined) {
            throw new EvaluationError('undetermined unit conversion', `${qualifiedNameOf(node) ?? 'a scale'} states no unit`);
        }
        const mapping = this.redefining(node, 'quantityValueMapping')?.value;
        const mappingNode = mapping === undefined ? undefined : this.named(mapping.expression);
        const mapped = mappingNode === undefined ? undefined : this.point(this.redefining(mappingNode, 'mappedQuantityValue'));
        const reference = mappingNode === undefined ? undefined : this.point(this.redefining(mappingNode, 'referenceQuantityValue'));
        const definition = { kind: 'scale' as const, unit: qualifiedNameOf(unitNode) ?? '' };
        return mapped === undefined || reference === undefined
            ? definition
            : { ...definition, anchor: { mapped: mapped.value, reference: { unitId: reference.unitId, value: reference.value } } };
    }

    /** A definitional quantity value: its number, and the reference that declares it. */
    private point(feature: ast.Usage | undefined): { unitId: string; value: Rational } | undefined {
        const target = feature?.value === undefined ? undefined : this.named(feature.value.expression);
        const num = target === undefined ? undefined : this.redefining(target, 'num')?.value;
        const owner = target === undefined ? undefined : ownerOf(target);
        return num === undefined || owner === undefined
            ? undefined
            : { unitId: qualifiedNameOf(owner) ?? '', value: this.number(num.expression) };
    }

    private named(expression: AstNode): AstNode | undefined {
        return expression.$type === 'FeatureReferenceExpression'
            ? resolve(expression)
            : expression.$type === 'FeatureChainExpression'
              ? resolve(expression.feature)
              : undefined;
    }

    /** The member of an element that declares or redefines a feature of that name. */
    private redefining(element: AstNode, name: string): ast.Usage | undefined {
        return ownedMembersOf(element)
            .filter(isUsage)
            .find(m => m.name === name || m.relationships.some(r => r.$type === 'Redefinition' && lastSegment(r.text) === name));
    }
}
