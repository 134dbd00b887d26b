"""Asks the service, through the public Python client alone, what the client offers of what the service has.

The client's environment decides which service it speaks to. Prints one JSON object: each question by its name, with its answer in plain data.
"""

import json
import tempfile
from pathlib import Path

import opensysml
import opensysml.connection

# how fast a process starts is the machine's affair: the suites keep every core busy meanwhile
opensysml.connection.START_TIMEOUT = 60

SHUTTLE = Path(__file__).parent / 'shuttle.sysml'
SMALL = 'package P {\n    part def A { attribute n = 1; }\n    part a : A;\n}\n'


def plain(value):
    """A value of the client as data that compares."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, opensysml.Instance):
        return f'object of {value.type_symbol_id}'
    return str(value)


def refused(question):
    """How the client tells that a question was refused."""
    try:
        return plain(question())
    except opensysml.OpenSysMLError as error:
        return type(error).__name__


def symbol(found):
    return None if found is None else [found.id, found.kind, [child.name for child in found.children()]]


def verdicts(found):
    return [[v.kind, v.element, v.holds, v.status] for v in found]


def outcomes(exploration):
    return [exploration.complete, exploration.runs, [[plain(o.outputs), o.final_state, o.linearizations] for o in exploration]]


def case(result):
    return [plain(result.outputs), verdicts(result.verdicts), [v.kind for v in result.verifications]]


def table(sweep):
    return [[plain(row.inputs), plain(row.outputs), bool(row), bool(row.error)] for row in sweep.rows]


def edited(model, describe):
    """The text that an edit leaves, and how many places it touched."""
    editor = model.edit()
    describe(editor)
    result = editor.apply()
    return [result.content, len(result.applied)]


RIG = '''package Cfg {
    part def Rig { attribute total := 0.0; perform action step { first start; then action a assign total := 4.0; then done; } }
    action def 'Group 1' { part target : Rig; perform action run ::> target.step; }
}
'''
STORED = {
    'source': 'probe.xmi',
    'configurations': [
        {
            'id': '_c1',
            'name': 'Group 1',
            'target': 'target',
            'behavior': 'run',
            'observables': ['total'],
            'snapshots': [{'id': 's1', 'name': 'A', 'values': {'total': 4}}, {'id': 's2', 'name': 'B', 'values': {'total': 6}}],
        }
    ],
}


def comparison(service):
    """What the tool stored of a configuration, beside two runs of it."""
    found = service.load_from_content(RIG).compare_results(json.dumps(STORED), runs=2, seed=7)
    one = found.configurations[0]
    observed = one.observables[0]
    return [found.source, one.name, one.behavior, one.status, len(one.rows), observed.feature, observed.tool.mean, observed.run.mean, observed.difference.mean]


TANK = '''package T { private import ScalarValues::*; private import RandomFunctions::*;
    part def Tank { attribute level : Integer := 0; constraint low { level <= 1 }
        action fill { first start; then fork f; action a assign level := 1; action b assign level := 2; first f then a; first f then b;
            first a then j; first b then j; join j; then done; } }
    part tank : Tank;
    action def Free { in n : Integer; out y : Integer := 0; first start; then action a assign y := n * 2; then done; }
    constraint small { in y : Integer; y <= 10 } constraint few { in n : Integer; n <= 5 }
    state def Lamp { attribute c : Integer := 0; entry; then off; state off; accept after 2 [SI::s] do assign c := (c + 1) % 3 then on;
        state on; accept after 1 [SI::s] then off; }
    constraint dim { in c : Integer; c < 2 }
    part def Timer { attribute t : Real := 0.0;
        action tick { out o : Integer := 0; first start; then action a assign t := 2.0; then action b assign o := uniformInteger(3, 3); then done; } }
    part timer : Timer;
    analysis def Study :> Simulation::MonteCarlo { subject analysed : Timer; perform action run ::> analysed.tick;
        attribute :>> observed : Real = analysed.t; objective { require constraint { observed < 3.0 } } return Mean : Real = mean; }
    analysis study : Study { subject analysed = timer; }
    part def Box { attribute w : Natural; constraint half { w * 2 == 7 } constraint some { w > 3 and w < 5 } constraint any { w >= 0 } }
    requirement def Light { subject box : Box; require constraint { box.w <= 9 } }
    part box : Box { attribute :>> w = 4; } requirement light : Light; satisfy light by box; }
'''


def checked(found):
    """A check of every schedule, or of every input."""
    search = found.search and [found.search.states, found.search.moves, found.search.max_depth]
    violations = [[v.kind, v.property, v.depth, v.probability, v.witness.schedule, v.witness.choices] for v in found.violations]
    divergences = [[d.feature, [v.value for v in d.values]] for d in found.divergences]
    witness = found.witness and [found.witness.schedule, list(found.witness.inputs)]
    symbolic = [found.claim, list(found.free_inputs), list(found.assumptions), witness]
    return [found.verdict, found.standing.engine, found.standing.strength, search, violations, divergences, symbolic]


def distributed(runs):
    """The table of runs, with the conclusion of a case."""
    figures = [[d.name, d.count, plain(d.min), plain(d.mean), plain(d.max), d.deviation] for d in runs.distributions]
    return [len(runs.rows), list(runs.observables), figures, plain(runs.outputs), runs.seed, runs.standing.engine, runs.standing.strength]


def questioned(v):
    return [v.status, v.holds, v.question, v.standing.engine, v.standing.strength, [[w.feature, plain(w.value)] for w in v.witness]]


def engines(service):
    tank = service.load_from_content(TANK)
    fill = {'performer': 'T::tank', 'properties': ['T::Tank::low']}
    yield 'check of an action', lambda: checked(tank.check_action('T::Tank::fill', **fill))
    yield 'check within bounds', lambda: checked(tank.check_action('T::Tank::fill', performer='T::tank', states=3))
    yield 'check for every input', lambda: checked(tank.check_action('T::Free', properties=['T::small'], engine='smt'))
    yield 'check under an assumption', lambda: checked(tank.check_action('T::Free', properties=['T::small'], assume=['T::few'], engine='smt'))
    yield 'check with a bound below one', lambda: refused(lambda: tank.check_action('T::Free', depth=-1))
    yield 'check of a machine', lambda: checked(tank.check_state_machine('T::Lamp', properties=['T::dim']))
    yield 'runs', lambda: distributed(tank.run_runs(action='T::Timer::tick', performer='T::timer', runs=3, seed=7, observe=['o']))
    yield 'runs of a case', lambda: distributed(tank.run_runs(analysis='T::study', runs=2, seed=7))
    yield 'runs without a seed', lambda: refused(lambda: tank.run_runs(action='T::Timer::tick', runs=2))
    yield 'none can hold', lambda: questioned(tank.verify_constraint('T::Box::half', question='satisfiable'))
    yield 'one can hold', lambda: questioned(tank.verify_constraint('T::Box::some', question='satisfiable'))
    yield 'always holds', lambda: questioned(tank.verify_constraint('T::Box::any', question='holds'))
    yield 'does not always hold', lambda: questioned(tank.verify_requirement('T::Light', question='holds'))[:5]
    yield 'satisfaction holds', lambda: [questioned(v) for v in tank.verify_satisfaction(question='holds')]
    yield 'engines, probed', lambda: [[e.name, e.authority, e.ready] for e in service.list_engines(probe=True) if e.kind == 'built-in']


def everything(service):
    yield from engines(service)
    model = service.load(str(SHUTTLE))
    small = service.load_from_content(SMALL)
    two = service.parse_sources([('lib.sysml', 'package Lib { part def M; }'), ('use.sysml', 'package Use { part m : Lib::M; part n : Gone; }')])

    # texts, symbols, findings
    yield 'model is right', lambda: [model.ok, len(model.diagnostics)]
    yield 'roots', lambda: [root.kind for root in two.roots]
    yield 'documents', lambda: two.documents
    yield 'findings', lambda: [[d.severity, d.code, d.span.file, d.span.start_line] for d in two.errors]
    yield 'findings again', lambda: [d.code for d in service.diagnostics(two.hash) if d.severity == 'error']
    yield 'strict loading', lambda: refused(lambda: service.load_from_content('package P { part x : Gone; }', strict=True))
    yield 'symbol', lambda: symbol(model.get('Shuttle::Car'))
    yield 'symbol by its short name', lambda: symbol(model.find('Doors'))
    yield 'attributes', lambda: [a.name for a in model.get('Shuttle::Car').attributes()]
    yield 'no symbol', lambda: symbol(model.find('Tram'))

    # values
    yield 'sum', lambda: plain(model.eval('1 + 2 * 3'))
    yield 'rational', lambda: plain(model.eval('Shuttle::Third(4)'))
    yield 'quantity', lambda: plain(model.eval('Shuttle::car.total'))
    yield 'enumeration', lambda: plain(model.eval('Shuttle::car.zone'))
    yield 'on an object', lambda: plain(model.eval('seats * 2', subject='Shuttle::longCar'))
    yield 'in a scope', lambda: plain(model.eval('car.seats', context_symbol_id='Shuttle'))
    yield 'not an expression', lambda: refused(lambda: model.eval('1 +'))
    car = model.instantiate('Shuttle::longCar')
    yield 'object', lambda: [plain(car), plain(car.features['seats']), plain(car.features['total']), len(car.features['wheels'])]
    yield 'nested object', lambda: plain(car.features['wheels'][0].features['mass'])
    yield 'calculation', lambda: plain(model.calc('Shuttle::Energy', [1000.0, 10.0]).value)
    yield 'not a calculation', lambda: refused(lambda: model.calc('Shuttle::Car'))

    # behaviour
    yield 'action', lambda: plain(model.execute_action('Shuttle::Board', inputs={'guests': 11}))
    yield 'action, seeded', lambda: plain(model.execute_action('Shuttle::Race', schedule='seed:3'))['last'] in ([1], [2])
    yield 'action, explored', lambda: outcomes(model.explore_action('Shuttle::Race'))
    run = model.execute_state('Shuttle::Doors', events=['Open', 'Close', 'Open'])
    yield 'machine', lambda: plain(run['states_visited'])
    yield 'machine, traced', lambda: len(model.execute_state('Shuttle::Doors', events=['Open'], trace=True)['trace']) > 0
    yield 'machine, explored', lambda: outcomes(model.explore_state('Shuttle::Doors', events=['Open']))
    yield 'policy', lambda: refused(lambda: model.execute_action('Shuttle::Race', schedule='whenever'))

    # verdicts, cases, sweeps
    yield 'satisfaction', lambda: verdicts(model.verify_satisfaction())
    yield 'satisfied', lambda: model.satisfied()
    yield 'requirement', lambda: verdicts([model.verify_requirement('Shuttle::tightLimit', subject='Shuttle::car')])
    yield 'constraint', lambda: verdicts([model.verify_constraint('Shuttle::Fits', arguments=[9], named_arguments={'seats': 8})])
    yield 'object as a whole', lambda: [verdicts(model.validate_instance('Shuttle::car').verdicts), model.validate_instance('Shuttle::longCar').valid]
    yield 'analysis', lambda: case(model.run_analysis('Shuttle::ride'))
    yield 'analysis with arguments', lambda: case(model.run_analysis('Shuttle::Ride', subject='Shuttle::car', named_arguments={'guests': 3}))
    study = model.run_analysis('Shuttle::choice')
    yield 'trade study', lambda: [plain(study.outputs), [[plain(e.arguments), plain(e.result), e.selected] for e in study.evaluations]]
    yield 'verification', lambda: case(model.run_analysis('Shuttle::weighing'))
    yield 'analysis, explored', lambda: outcomes(model.explore_analysis('Shuttle::Contest'))
    yield 'not a case', lambda: refused(lambda: model.run_analysis('Shuttle::Car'))
    yield 'sweep', lambda: table(model.run_sweep('Shuttle::Ride', {'guests': (2, 6, 2)}, subject='Shuttle::car'))
    yield 'sweep of a calculation', lambda: table(model.run_sweep('Shuttle::Energy', {'speed': (0.0, 1.0, 0.5)}, named_arguments={'mass': 4.0}))
    samples = model.run_sweep('Shuttle::Energy', {'speed': (0.0, 1.0)}, named_arguments={'mass': 4.0}, samples=3, seed=7)
    yield 'samples', lambda: [len(samples.rows), samples.seed, all(0 <= row.inputs['speed'] <= 1 for row in samples.rows)]
    yield 'engines', lambda: {'explore', 'run', 'sweep'} <= {e.name for e in service.list_engines()}

    # other forms
    turtle = model.to_turtle()
    yield 'graph and back', lambda: service.convert('sysml', content=str(turtle.content), from_format='ttl').content == SHUTTLE.read_text(encoding='utf-8')
    yield 'element array', lambda: len(json.loads(small.to_api_json().content)) > 3
    with tempfile.TemporaryDirectory() as folder:
        saved = Path(folder) / 'small.ttl'
        small.save(str(saved))
        again = service.convert('sysml', file_path=str(saved)).content
    yield 'saved and read', lambda: again == SMALL
    view = model.render_view('Shuttle::overview')
    yield 'view', lambda: [view.view, view.kind, view.stated, [[node.kind, node.name] for node in view.nodes]]
    yield 'pseudo-view', lambda: [node.name for node in model.render_view('#state:Shuttle::Doors').nodes]
    graphs = model.export_graphs('Shuttle::Race')
    yield 'graphs', lambda: [graphs.version, graphs.subject, [action['name'] for action in json.loads(graphs.content)['actions']]]
    yield 'query', lambda: [[e.id, e.type, e.properties] for e in model.query(scope=['Shuttle::Train'], select=['name', 'type'], where=PARTS)]
    yield 'query in the words of the standard', lambda: [e.id for e in model.query(IN_WORDS_OF_THE_STANDARD)]
    yield 'query of nothing', lambda: refused(lambda: model.query(scope=['Shuttle::Tram']))

    # edits
    yield 'value and name', lambda: edited(small, lambda e: e.set_value('P::A::n', '2').rename('P::A', 'B'))
    yield 'members', lambda: edited(small, members)
    yield 'behaviour', lambda: edited(service.load_from_content('package P {\n}\n'), behaviour)
    yield 'annotations', lambda: edited(small, annotations)
    yield 'requirements', lambda: edited(service.load_from_content('package P {\n    part a;\n}\n'), requirements)
    yield 'removals', lambda: edited(small, lambda e: e.delete('P::a').delete('P::A::n'))
    yield 'a removal that something refers to', lambda: refused(lambda: edited(small, lambda e: e.delete('P::A')))
    yield 'a name that is taken', lambda: refused(lambda: edited(small, lambda e: e.rename('P::A', 'a')))
    yield 'a target that is none', lambda: refused(lambda: edited(small, lambda e: e.rename('P::Z', 'Y')))
    yield 'stored results', lambda: comparison(service)
    both = two.edit().rename('Lib::M', 'Motor').apply()
    yield 'documents of an edit', lambda: [[d.name, d.content] for d in both.documents]


PARTS = {'@type': 'PrimitiveConstraint', 'property': '@type', 'operator': '=', 'value': 'PartUsage'}
IN_WORDS_OF_THE_STANDARD = {
    '@type': 'Query',
    'scope': [{'@id': 'Shuttle'}],
    'where': {
        '@type': 'CompositeConstraint',
        'operator': 'and',
        'constraint': [PARTS, {'@type': 'PrimitiveConstraint', 'property': 'multiplicityUpper', 'operator': '>', 'value': 3}],
    },
}


def members(e):
    e.add_part_def('P', 'C', specializes='A', abstract=True, doc='Made here.')
    e.add_part('P::C', 'inner', type='A', multiplicity='[2]')
    e.add_attribute('P::C', 'n', redefines='A::n', value='3')
    e.add_port('P::A', 'p')
    e.add_port('P::A', 'q')
    e.add_connection('P::A', 'connection', 'p', 'q', name='wire')
    e.add_import('P', 'ScalarValues::*', visibility='private')
    e.add_calc_def('P', 'Twice', inputs=[('x', 'Integer')], return_type='Integer', return_expression='x * 2')
    e.move('P::a', 'P::C')


def behaviour(e):
    e.add_action_def('P', 'Go', inputs=[('n', 'ScalarValues::Integer')], outputs=[('m', 'ScalarValues::Integer')])
    e.add_first('P::Go', 'start')
    e.add_assign('P::Go', 'm', 'n + 1')
    e.add_if('P::Go', 'm > 3', opensysml.Body().add_assign('m', '3'))
    e.add_state_def('P', 'S')
    e.add_state('P::S', 'off')
    e.add_state('P::S', 'on')
    e.add_entry_transition('P::S', 'off')
    e.add_transition('P::S', 'off', 'on', name='up')


def annotations(e):
    e.add_documentation('P::A', 'What it is.')
    e.add_comment('P', 'Look here.', about=['A'])
    e.add_note('P::a', 'kept')


def requirements(e):
    e.add_requirement_def('P', 'R')
    e.add_require_constraint('P::R', '1 < 2')
    e.add_requirement('P', 'r', type='R')
    e.add_satisfy('P', 'r', by='a')
    e.add_constraint_def('P', 'K', expression='true')
    e.add_assert_constraint('P::a', 'sure', expression='true')


with opensysml.Connection() as connection:
    answers = {}
    for name, ask in everything(connection):
        try:
            answers[name] = ask()
        except Exception as error:  # an answer as well: what was expected says which one
            answers[name] = f'{type(error).__name__}: {error}'
    print(json.dumps(answers))
