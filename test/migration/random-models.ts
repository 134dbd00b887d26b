// Random models of SysML v1 as XMI: every family of elements, odd names, references that fit or do not, cycles, duplicates.

import { xmi } from './documents.js';
import { generator } from '../support/random.js';
import { Choices } from './random-choices.js';
import { TEXTS, LANGUAGES, CLASSIFIERS, DEPENDENCIES, ACTIONS, CONTROLS, PSEUDOSTATES, OPERATORS, SCALARS } from './random-vocabulary.js';

/** A model of a seed. Its ids are `m` and `e` with a number. */
export function randomModel(seed: number): string {
    const numbers = generator(seed);
    return new Maker(() => numbers(2 ** 32) / 2 ** 32).model();
}

class Maker extends Choices {
    /** behaviours around the one at hand */
    private nesting = 0;

    model(): string {
        const members = this.times(1, 2, () => this.package(1)) + this.times(0, 4, () => this.diagram());
        const text = xmi(members, this.applications.join('\n'));
        return text.replace(/@(\w*)@/g, (_, metaclasses: string) => this.anyId(...metaclasses.split('_')));
    }

    /** A diagram of anything that shows anything: elements twice, edges, what is not there. */
    private diagram(): string {
        const id = `e${++this.count}`;
        const used = this.times(0, 9, () => `<usedElements>${this.ref()}</usedElements>`);
        const kind = this.one(['Block Definition', 'Internal Block', 'Activity', 'State Machine', 'Use Case', 'Requirement', 'Sequence']);
        return `<xmi:Extension extender="MagicDraw UML"><modelExtension><ownedDiagram xmi:type="uml:Diagram" xmi:id="${id}" name="Drawn" ownerOfDiagram="${this.ref()}"><xmi:Extension extender="MagicDraw UML"><diagramRepresentation><DiagramRepresentationObject type="SysML ${kind} Diagram" umlType="Class Diagram"><diagramContents>${used}</diagramContents></DiagramRepresentationObject></diagramRepresentation></xmi:Extension></ownedDiagram></modelExtension></xmi:Extension>`;
    }

    private package(depth: number): string {
        const content = [
            this.sometimes(() => this.comment()),
            this.times(2, 5, () => this.classifier()),
            this.times(0, 4, () => this.relationship()),
            this.times(0, 2, () => this.instance()),
            this.times(0, 2, () => this.event()),
            this.sometimes(() => this.activity('packagedElement')),
            this.sometimes(() => this.machine('packagedElement'), 0.2),
            this.sometimes(() =>
                this.element('ownedRule', 'Constraint', `constrainedElement="${this.ref('Class')}"`, this.specification())
            ),
            this.sometimes(() => this.element('packageImport', 'PackageImport', `importedPackage="${this.ref('Package')}"`), 0.2),
            this.sometimes(() => this.element('elementImport', 'ElementImport', `importedElement="${this.ref('Class')}"`), 0.2),
            depth > 0 ? this.times(0, 2, () => this.package(depth - 1)) : ''
        ];
        return this.element('packagedElement', this.one(['Package', 'Package', 'Model']), '', content.join(''));
    }

    private comment(): string {
        const body = this.one([
            'Some words.',
            '&lt;html&gt;&lt;p&gt;Rich &lt;b&gt;text&lt;/b&gt;&lt;/p&gt;&lt;/html&gt;',
            '*/ ends',
            '',
            'two\nlines'
        ]);
        return this.element(
            'ownedComment',
            'Comment',
            `body="${body}"`,
            this.times(0, 2, () => `<annotatedElement xmi:idref="${this.ref('Class', 'Property')}"/>`),
            [...['', '', 'Rationale', 'Problem']]
        );
    }

    private classifier(role = 'packagedElement'): string {
        const [metaclass, stereotypes] = this.one(CLASSIFIERS);
        const isNested = role !== 'packagedElement';
        const content = [
            this.sometimes(() => this.comment(), 0.2),
            this.times(0, 1, () => this.element('generalization', 'Generalization', `general="${this.ref(metaclass)}"`)),
            metaclass === 'Enumeration'
                ? this.times(0, 3, () =>
                      this.element(
                          'ownedLiteral',
                          'EnumerationLiteral',
                          '',
                          this.sometimes(() => this.specification())
                      )
                  )
                : '',
            this.times(0, 4, () => this.property()),
            this.sometimes(() => this.port()),
            this.times(0, 1, () => this.operation()),
            this.sometimes(() => this.connector(), 0.3),
            this.sometimes(() => this.element('ownedRule', 'Constraint', '', this.specification()), 0.2),
            this.sometimes(() => this.behaviour(), 0.3),
            this.sometimes(() => this.element('ownedReception', 'Reception', `signal="${this.ref('Signal')}"`), 0.1),
            this.sometimes(
                () =>
                    this.element(
                        'interfaceRealization',
                        'InterfaceRealization',
                        `contract="${this.ref('Interface')}" supplier="${this.ref('Interface')}"`
                    ),
                0.1
            ),
            metaclass === 'UseCase' ? this.useCaseParts() : '',
            isNested ? '' : this.sometimes(() => this.classifier('nestedClassifier'), 0.15)
        ];
        const attributes = [
            this.sometimes(() => 'isAbstract="true"', 0.1),
            this.sometimes(() => `classifierBehavior="${this.ref('Activity', 'StateMachine')}"`, 0.2)
        ];
        return this.element(role, metaclass, attributes.join(' '), content.join(''), stereotypes);
    }

    private useCaseParts(): string {
        return [
            this.sometimes(() => this.element('include', 'Include', `addition="${this.ref('UseCase')}"`)),
            this.sometimes(() => this.element('extend', 'Extend', `extendedCase="${this.ref('UseCase')}"`)),
            this.sometimes(() => this.element('extensionPoint', 'ExtensionPoint', ''))
        ].join('');
    }

    private type(): string {
        return this.next() < 0.4
            ? `<type href="http://www.omg.org/spec/UML/20131001/PrimitiveTypes.xmi#${this.one(SCALARS)}"/>`
            : this.sometimes(
                  () =>
                      `<type xmi:idref="${this.ref('Class', 'Class', 'DataType', 'Enumeration', 'Signal', 'Interface', 'Component', 'UseCase', 'Actor')}"/>`,
                  0.9
              );
    }

    private bounds(): string {
        return this.sometimes(
            () =>
                `<lowerValue xmi:type="uml:LiteralInteger" xmi:id="b${++this.count}" value="${this.number(3)}"/>` +
                `<upperValue xmi:type="uml:LiteralUnlimitedNatural" xmi:id="b${++this.count}" value="${this.one(['*', '1', '3', 'n', '-1'])}"/>`
        );
    }

    private value(role: string): string {
        const [metaclass, attributes, content] = this.one<readonly [string, string, string]>([
            ['LiteralInteger', `value="${this.number(99)}"`, ''],
            ['LiteralReal', `value="${this.one(['1.5', '2', 'NaN', '1e3'])}"`, ''],
            ['LiteralBoolean', 'value="true"', ''],
            ['LiteralString', `value="${this.one(['text', '7', 'a&quot;b'])}"`, ''],
            ['LiteralUnlimitedNatural', 'value="*"', ''],
            ['LiteralNull', '', ''],
            ['InstanceValue', `instance="${this.ref('InstanceSpecification', 'EnumerationLiteral')}"`, ''],
            [
                'OpaqueExpression',
                '',
                `<body>${this.one(TEXTS)}</body>${this.sometimes(() => `<language>${this.one(LANGUAGES)}</language>`)}`
            ],
            [
                'Expression',
                `symbol="${this.one(['+', '', 'and', 'x'])}"`,
                this.times(0, 2, () => `<operand xmi:type="uml:LiteralInteger" xmi:id="o${++this.count}" value="2"/>`)
            ],
            ['Duration', '', ''],
            ['DurationInterval', '', '']
        ]);
        return this.element(role, metaclass, attributes, content);
    }

    private specification(): string {
        return this.value('specification');
    }

    private property(role = 'ownedAttribute'): string {
        const flags = [
            this.sometimes(() => 'aggregation="composite"', 0.5) || this.sometimes(() => 'aggregation="shared"', 0.2),
            ...['isReadOnly', 'isDerived', 'isOrdered'].map(flag => this.sometimes(() => `${flag}="true"`, 0.1)),
            this.sometimes(() => 'isUnique="false"', 0.1),
            this.sometimes(() => `redefinedProperty="${this.ref('Property')}"`, 0.1),
            this.sometimes(() => `subsettedProperty="${this.ref('Property')}"`, 0.1)
        ];
        const content = [this.type(), this.bounds(), this.sometimes(() => this.value('defaultValue'), 0.3)];
        const stereotypes = ['', '', '', '', 'FlowProperty', 'ConstraintProperty', 'Mine', 'BoundReference', 'ParticipantProperty'];
        return this.element(role, 'Property', flags.join(' '), content.join(''), stereotypes);
    }

    private port(): string {
        const attributes = [this.sometimes(() => 'isConjugated="true"'), this.sometimes(() => 'isService="false"', 0.1)].join(' ');
        return this.element('ownedAttribute', 'Port', attributes, `${this.type()}${this.bounds()}`, [
            '',
            'ProxyPort',
            'FullPort',
            'FlowPort',
            'Mine'
        ]);
    }

    private connector(): string {
        const end = (): string =>
            this.element(
                'end',
                'ConnectorEnd',
                `role="${this.ref('Property', 'Port')}" ${this.sometimes(() => `partWithPort="${this.ref('Property')}"`)}`
            );
        return this.element(
            'ownedConnector',
            'Connector',
            this.sometimes(() => `type="${this.ref('Association')}"`, 0.2),
            this.times(1, 3, end),
            ['', '', 'BindingConnector', 'Mine']
        );
    }

    private parameter(): string {
        const attributes = `direction="${this.one(['in', 'out', 'inout', 'return'])}"`;
        return this.element(
            'ownedParameter',
            'Parameter',
            attributes,
            `${this.type()}${this.bounds()}${this.sometimes(() => this.value('defaultValue'), 0.2)}`
        );
    }

    private operation(): string {
        const attributes = this.sometimes(() => `method="${this.ref('Activity', 'OpaqueBehavior')}"`, 0.3);
        const conditions = this.sometimes(() => this.element('precondition', 'Constraint', '', this.specification()), 0.2);
        return this.element('ownedOperation', 'Operation', attributes, `${this.times(0, 3, () => this.parameter())}${conditions}`, [
            '',
            '',
            'TestCase',
            'DirectedFeature'
        ]);
    }

    private behaviour(role = 'ownedBehavior'): string {
        const kind = this.nesting > 1 ? 4 : this.number(5);
        this.nesting++;
        const text =
            kind < 2
                ? this.activity(role)
                : kind === 2
                  ? this.machine(role)
                  : kind === 3
                    ? this.interaction(role)
                    : this.opaqueBehaviour(role);
        this.nesting--;
        return text;
    }

    private opaqueBehaviour(role: string): string {
        const body = `<body>${this.one(TEXTS)}</body>${this.sometimes(() => `<language>${this.one(LANGUAGES)}</language>`)}`;
        return this.element(
            role,
            this.one(['OpaqueBehavior', 'FunctionBehavior']),
            '',
            `${body}${this.times(0, 2, () => this.parameter())}`
        );
    }

    // --- Behaviour --------------------------------------------------------------------------------------------------------------

    private activity(role: string): string {
        const first = this.count;
        const nodes = [
            this.times(1, 3, () => this.element('node', this.one(CONTROLS), '')),
            this.times(0, 4, () => this.action(1)),
            this.parameterNode()
        ].join('');
        const own = Array.from({ length: this.count - first }, (_, i) => `e${first + 1 + i}`).filter(id =>
            nodes.includes(`xmi:id="${id}"`)
        );
        const edge = (): string =>
            this.element(
                'edge',
                this.one(['ControlFlow', 'ObjectFlow']),
                `source="${this.one(own)}" target="${this.one(own)}"`,
                this.sometimes(() => this.value('guard'), 0.3),
                ['', '', '', 'Probability', 'Rate']
            );
        const partition = this.sometimes(
            () => this.element('group', 'ActivityPartition', `represents="${this.ref('Property', 'Class')}" node="${this.one(own)}"`),
            0.3
        );
        const content = [
            this.times(0, 2, () => this.parameter()),
            nodes,
            this.times(0, 6, edge),
            partition,
            this.sometimes(() => this.comment(), 0.2)
        ];
        return this.element(role, 'Activity', '', content.join(''), ['', '', '', 'TestCase', 'Mine']);
    }

    private parameterNode(): string {
        return this.sometimes(() => this.element('node', 'ActivityParameterNode', `parameter="${this.ref('Parameter')}"`), 0.3);
    }

    private action(depth: number): string {
        const metaclass = this.one(ACTIONS);
        const pin = (role: string, kind: string): string =>
            this.element(role, kind, '', `${this.type()}${kind === 'ValuePin' ? this.value('value') : ''}`);
        const attributes = [
            `behavior="${this.ref('Activity', 'OpaqueBehavior', 'FunctionBehavior')}"`,
            `operation="${this.ref('Operation')}" signal="${this.ref('Signal')}" structuralFeature="${this.ref('Property')}" classifier="${this.ref('Class')}"`
        ];
        const content = [
            this.times(0, 2, () => pin('argument', this.one(['InputPin', 'ValuePin', 'ActionInputPin']))),
            this.sometimes(() => pin('target', 'InputPin')),
            this.sometimes(() => pin('object', 'InputPin')),
            this.times(0, 1, () => pin('result', 'OutputPin')),
            metaclass === 'OpaqueAction' ? `<body>${this.one(TEXTS)}</body>` : '',
            metaclass === 'ValueSpecificationAction' ? this.value('value') : '',
            metaclass === 'AcceptEventAction' ? this.trigger('trigger') : '',
            /Node$|Region$/.test(metaclass) && depth > 0 ? this.times(0, 2, () => this.action(depth - 1)) : '',
            this.sometimes(
                () => this.element('localPrecondition', this.one(['Constraint', 'DurationConstraint']), '', this.specification()),
                0.1
            )
        ];
        return this.element('node', metaclass, attributes.join(' '), content.join(''), ['', '', '', 'Mine']);
    }

    private trigger(role: string): string {
        return this.element(
            role,
            'Trigger',
            `event="${this.ref('SignalEvent', 'TimeEvent', 'ChangeEvent', 'CallEvent', 'AnyReceiveEvent')}"`
        );
    }

    private event(): string {
        const [metaclass, attributes, content] = this.one<readonly [string, string, string]>([
            ['SignalEvent', `signal="${this.ref('Signal')}"`, ''],
            ['TimeEvent', 'isRelative="true"', this.element('when', 'TimeExpression', '', this.value('expr'))],
            ['TimeEvent', '', ''],
            ['ChangeEvent', '', this.value('changeExpression')],
            ['CallEvent', `operation="${this.ref('Operation')}"`, ''],
            ['AnyReceiveEvent', '', '']
        ]);
        return this.element('packagedElement', metaclass, attributes, content);
    }

    private machine(role: string): string {
        const content = [
            this.times(1, 2, () => this.region(2)),
            this.sometimes(() => this.element('connectionPoint', 'Pseudostate', 'kind="entryPoint"'), 0.2)
        ];
        return this.element(role, this.one(['StateMachine', 'StateMachine', 'ProtocolStateMachine']), '', content.join(''));
    }

    private region(depth: number): string {
        const first = this.count;
        const vertices = this.times(1, 4, () => this.vertex(depth));
        const own = Array.from({ length: this.count - first }, (_, i) => `e${first + 1 + i}`).filter(id =>
            vertices.includes(`xmi:id="${id}"`)
        );
        const transition = (): string =>
            this.element(
                'transition',
                'Transition',
                `source="${this.one(own)}" target="${this.one(own)}" kind="${this.one(['external', 'internal', 'local'])}"`,
                [
                    this.times(0, 2, () => this.trigger('trigger')),
                    this.sometimes(() => this.element('guard', 'Constraint', '', this.specification())),
                    this.sometimes(() => this.behaviour('effect'), 0.3)
                ].join('')
            );
        return this.element('region', 'Region', '', `${vertices}${this.times(0, 5, transition)}`);
    }

    private vertex(depth: number): string {
        const kind = this.number(5);
        if (kind === 0) {
            return this.element('subvertex', 'FinalState', '');
        }
        if (kind === 1) {
            return this.element('subvertex', 'Pseudostate', `kind="${this.one(PSEUDOSTATES)}"`);
        }
        const content = [
            this.sometimes(() => this.behaviour('entry'), 0.2),
            this.sometimes(() => this.behaviour('doActivity'), 0.2),
            this.sometimes(() => this.behaviour('exit'), 0.2),
            this.sometimes(() => this.trigger('deferrableTrigger'), 0.1),
            this.sometimes(() => this.element('stateInvariant', 'Constraint', '', this.specification()), 0.1),
            depth > 0 ? this.sometimes(() => this.times(1, 2, () => this.region(depth - 1)), 0.3) : '',
            this.sometimes(() => this.element('connectionPoint', 'Pseudostate', `kind="${this.one(['entryPoint', 'exitPoint'])}"`), 0.1)
        ];
        return this.element(
            'subvertex',
            'State',
            this.sometimes(() => `submachine="${this.ref('StateMachine')}"`, 0.1),
            content.join('')
        );
    }

    private interaction(role: string): string {
        const lifelines = this.times(1, 3, () => this.element('lifeline', 'Lifeline', `represents="${this.ref('Property')}"`));
        const messages = this.times(0, 3, () =>
            this.element(
                'message',
                'Message',
                `messageSort="${this.one(['synchCall', 'asynchCall', 'asynchSignal', 'reply'])}" signature="${this.ref('Operation', 'Signal')}"`
            )
        );
        const occurrence = (): string =>
            this.element(
                'fragment',
                this.one(['MessageOccurrenceSpecification', 'BehaviorExecutionSpecification', 'StateInvariant']),
                `covered="${this.ref('Lifeline')}" message="${this.ref('Message')}"`
            );
        const combined = (): string =>
            this.element(
                'fragment',
                'CombinedFragment',
                `interactionOperator="${this.one(OPERATORS)}"`,
                this.element('operand', 'InteractionOperand', '', this.times(0, 2, occurrence))
            );
        return this.element(role, 'Interaction', '', `${lifelines}${this.times(0, 4, occurrence)}${this.sometimes(combined)}${messages}`, [
            '',
            '',
            'TestCase'
        ]);
    }

    // --- Relationships ----------------------------------------------------------------------------------------------------------

    private relationship(): string {
        const kind = this.number(4);
        const anything = (): string => this.ref('Class', 'UseCase', 'Property', 'Activity', 'Package', 'Component');
        if (kind === 0) {
            const owned = this.times(0, 2, () => this.property('ownedEnd'));
            const members = `memberEnd="${this.ref('Property')} ${this.ref('Property')}"`;
            return this.element('packagedElement', 'Association', `${members} ${this.sometimes(() => 'isDerived="true"', 0.1)}`, owned, [
                '',
                '',
                'Mine'
            ]);
        }
        if (kind === 1) {
            const ends = `informationSource="${anything()}" informationTarget="${anything()}" conveyed="${this.ref('Class', 'Signal')}"`;
            return this.element(
                'packagedElement',
                'InformationFlow',
                `${ends} ${this.sometimes(() => `realizingConnector="${this.ref('Connector')}"`)}`,
                '',
                ['', 'ItemFlow']
            );
        }
        const [metaclass, stereotypes] = this.one(DEPENDENCIES);
        return this.element(
            'packagedElement',
            metaclass,
            `client="${anything()}" supplier="${anything()} ${this.sometimes(anything, 0.2)}"`,
            '',
            stereotypes
        );
    }

    private instance(): string {
        const slot = (): string =>
            this.element(
                'slot',
                'Slot',
                `definingFeature="${this.ref('Property')}"`,
                this.times(0, 2, () => this.value('value'))
            );
        const classifier = this.sometimes(() => `classifier="${this.ref('Class', 'DataType', 'Association', 'Enumeration')}"`, 0.9);
        return this.element('packagedElement', 'InstanceSpecification', classifier, this.times(0, 3, slot), [
            '',
            '',
            '',
            'Unit',
            'QuantityKind'
        ]);
    }
}
