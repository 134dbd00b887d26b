/** Productions of SysML 8.2.3.2 to 8.2.3.16: packages, annotations, structure. */
import type { NotationCase } from './case.js';

export const STRUCTURE_CASES: readonly NotationCase[] = [
    {
        name: 'packages',
        clause: '8.2.3.3 and 8.2.3.5 Dependencies, namespaces and packages',
        body: `package A { part def X; private import B::X2; public import B::*; private import C::**; } package B { part def X2; }
            package C { alias Y for A::X; part z { part deep { part deeper; } } } dependency one from A to B; dependency many from A, B to C;`,
        view: '#tree:T',
        productions: [
            ['package-with-name-inside', 'package A'],
            ['binary-dependency', 'A --dashed open-- B "one"'],
            ['n-ary-association-dot', 'dot (many)'],
            ['n-ary-dependency-client-link', 'A --dashed-- dot'],
            ['n-ary-dependency-supplier-link', 'dot --dashed open-- C'],
            ['import', 'A --long dashed open-- «part def» X2 "«private import»"'],
            ['top-level-import', 'A --long dashed open-- B "«public import»*"'],
            ['recursive-import', 'A --long dashed open-- C "«private import»**"'],
            ['owned-membership', 'A --plus solid-- «part def» X'],
            ['unowned-membership', 'C --circle solid-- «part def» X "Y"']
        ]
    },
    {
        name: 'package-contents',
        clause: '8.2.3.5 Packages',
        body: 'package P { part def A; part a : A { part b { part c; } } }',
        view: '#mixed:T::P',
        productions: [['package-with-name-in-tab', '«part def» A in P']]
    },
    {
        name: 'annotations',
        clause: '8.2.3.4 and 8.2.3.27 Annotations and metadata',
        body: `package N { metadata def Meta { attribute level : Integer; } part p; comment Note about p /* Looked at in May. */ doc About /* What the package is for. */
            rep inOCL language "ocl" /* self.x > 0 */ metadata m1 : Meta about p { level = 3; } }
            view v : GeneralView { expose N::p; expose N::Note; expose N::About; expose N::inOCL; expose N::m1; expose N::Meta; }`,
        view: 'T::v',
        productions: [
            ['comment-with-keyword', 'comment «comment» Note'],
            ['documentation-node', 'comment «doc» About'],
            ['textual-representation-node', 'comment «rep» inOCL'],
            ['annotation-link', '«comment» Note --dotted-- «part» p'],
            ['metadata-feature-annotation-node', 'comment «metadata» m1 : Meta'],
            ['metadata-def', 'definition «metadata def» Meta']
        ]
    },
    {
        name: 'annotated-lines',
        clause: '8.2.3.2 and 8.2.3.4 Annotations of lines in compartments',
        body: `package N { part def Car { attribute mass : Real; attribute colour : Real; part wheel[4]; part axle { part hub { part bolt; } } }
            comment Weighed about Car::mass /* Weighed in May. */ } view v : GeneralView { expose N::Car; expose N::Weighed; }`,
        view: 'T::v',
        productions: [['element-inside-textual-compartment', '«comment» Weighed --dotted-- «part def» Car at mass : Real']]
    },
    {
        name: 'specializations',
        clause: '8.2.3.6 Definitions and usages',
        body: `package Q { part def W; part def V :> W { part v1 { part v2 { part v3; } } ref part r1 { part r2; } } part w : W { part w1; } part x1 :> w { part x4 { part x5; } }
            part x2 references w { part x6 { part x7; } } part x3 { part y { part yy; } } part x8 :> x3 { part :>> y { part yz { part y1; } } } }`,
        view: '#tree:T::Q',
        productions: [
            ['subclassification', '«part def» V :> W --solid triangle-- «part def» W'],
            ['definition', '«part» w : W --solid triangle with dots-- «part def» W'],
            ['subsetting', '«part» x1 :> w --solid triangle-- «part» w : W'],
            ['reference-subsetting', '«part» x2 ::> w --solid triangle with four dots-- «part» w : W'],
            ['redefinition', '«part» y :>> y --solid triangle with bar-- «part» y'],
            ['composite-feature-membership', '«part def» V :> W --diamond solid-- «part» v1'],
            ['noncomposite-feature-membership', '«part def» V :> W --hollow diamond solid-- «ref part» r1'],
            ['reference-diamond-black', '«part» v1 --diamond solid-- «part» v2'],
            ['reference-diamond-white', '«part def» V :> W --hollow diamond solid-- «ref part» r1']
        ]
    },
    {
        name: 'extensions',
        clause: '8.2.3.6 User-defined keywords, variants',
        body: `metadata def service :> Metaobjects::SemanticMetadata { :>> baseType = parts meta SysML::PartUsage; } part parts; #service def Sd; #service s1 { part q; }
            variation part def VP { variant part va; variant part vb; }`,
        view: '#tree:T',
        productions: [
            ['extended-def', 'definition «service def» Sd'],
            ['extended-usage', 'usage «service» s1'],
            ['variants-compartment', '«variation part def» VP | variants: variant va; variant vb']
        ]
    },
    {
        name: 'attributes',
        clause: '8.2.3.7 and 8.2.3.8 Attributes and enumerations',
        body: `attribute def V { attribute x : Integer; } enum def Hue { enum red; } part def P { attribute v : V; ref some; enum hue : Hue; ref attribute w : V { attribute w1 { attribute w2; } }
            attribute big : V { attribute b1 { attribute b2; } } enum shade : Hue { attribute q { attribute qq; } } }`,
        view: '#tree:T',
        productions: [
            ['attribute-def', 'definition «attribute def» V'],
            ['attribute', 'usage «attribute» big : V'],
            ['attribute-ref', 'dashed usage «ref attribute» w : V'],
            ['attributes-compartment', '«part def» P | attributes: v : V'],
            ['features-compartment', '«part def» P | features: ref some'],
            ['enumeration-def', 'definition «enum def» Hue'],
            ['enumeration', 'usage «enum» shade : Hue'],
            ['enums-compartment', '«part def» P | enums: hue : Hue']
        ]
    },
    {
        name: 'occurrences',
        clause: '8.2.3.9 Occurrences',
        body: `occurrence def O { occurrence o1 { occurrence o2 { occurrence o4; } } event occurrence e2 { occurrence e3; } ref occurrence o3 { occurrence o5; } }
            individual part def I; individual part i1 : I { timeslice part t1 { part q; } snapshot part s1 { part r; } individual part i2 : I; timeslice t2; snapshot s2; }`,
        view: '#tree:T',
        productions: [
            ['occurrence-def', 'definition «occurrence def» O'],
            ['occurrence', 'usage «occurrence» o1'],
            ['occurrence-ref', 'dashed usage «ref occurrence» o3'],
            ['event-occurrence', 'usage «event occurrence» e2'],
            ['timeslice', 'usage «timeslice part» t1'],
            ['snapshot', 'usage «snapshot part» s1'],
            ['portion-relationship', '«individual part» i1 : I --portion solid-- «timeslice part» t1'],
            ['occurrences-compartment', '«occurrence» o2 | occurrences: o4'],
            ['individuals-compartment', '«individual part» i1 : I | individuals: individual i2 : I'],
            ['timeslices-compartment', '«individual part» i1 : I | timeslices: timeslice t2'],
            ['snapshots-compartment', '«individual part» i1 : I | snapshots: snapshot s2']
        ]
    },
    {
        name: 'sequence',
        clause: '8.2.3.9 Sequences',
        body: `item def Order; occurrence def Dinner { ref part guest { event occurrence asks; event occurrence leaves; } ref part waiter { event occurrence hears; event occurrence rests; }
            message order of Order from guest.asks to waiter.hears; first guest.leaves then waiter.rests; }`,
        view: '#sequence:T::Dinner',
        productions: [
            ['sq-part', 'dashed lifeline «ref part» guest'],
            ['lifeline', 'dashed lifeline «ref part» waiter'],
            ['sq-message', '«ref part» guest --solid hollow-- «ref part» waiter "order of Order"'],
            ['sq-proxy-1', 'dot (hears)'],
            ['sq-proxy-2', 'dot (asks)'],
            ['sq-ev-occurrence-label', 'dot (rests)'],
            ['sq-succession', 'dot --dashed open-- dot'],
            ['sequence-compartment', 'frame sequence']
        ]
    },
    {
        name: 'sequence-ports',
        clause: '8.2.3.9 Ports of lifelines',
        body: `port def Line { out item call; } part def Phone { port line : Line; port radio : Line; } occurrence def Call { part caller : Phone; part answerer : Phone;
            message dial from caller.line to answerer.line; message locate from answerer.radio to caller.radio; message hang from caller to answerer; }`,
        view: '#sequence:T::Call',
        productions: [['sq-port', 'port out line of «part» caller : Phone']]
    },
    {
        name: 'items',
        clause: '8.2.3.10 to 8.2.3.12 Items, parts and ports',
        body: `item def M { item m1 { item m2 { item m3; } } ref item m4 { item m5; } } part def P { part p1 { part p2 { part p3; } } ref part p4 { part p5; }
            in item d1 : M; port q1 { port q2 { port q3; } } } port def Q { in item a : M; port n1; }`,
        view: '#tree:T',
        productions: [
            ['item-def', 'definition «item def» M'],
            ['item', 'usage «item» m1'],
            ['item-ref', 'dashed usage «ref item» m4'],
            ['items-compartment', '«item» m2 | items: m3'],
            ['part-def', 'definition «part def» P'],
            ['part', 'usage «part» p1'],
            ['part-ref', 'dashed usage «ref part» p4'],
            ['parts-compartment', '«part» p2 | parts: p3'],
            ['directed-features-compartment', '«part def» P | directed features: in d1 : M'],
            ['port-def', 'definition «port def» Q'],
            ['port-usage', 'usage «port» q1'],
            ['ports-compartment', '«port» q2 | ports: q3']
        ]
    },
    {
        name: 'ports',
        clause: '8.2.3.12 Ports on borders',
        body: `port def Out { out item x; } port def Both { inout item y; } part def A { port o : Out; port b : Both; port plain { port nested; } part inside { part deep; } }
            part h { part a : A; part c : A { port back : ~Out; } connect a.o to c.back; connect a.b to c.b; connect a.plain to c.plain; connect a.plain.nested to c.plain.nested;
            connect a.inside to c.inside.deep; }`,
        view: '#interconnection:T::h',
        productions: [
            ['pdh-1', 'port inout b of «part» a : A'],
            ['pdh-2', 'port out o of «part» a : A'],
            ['pdh-3', 'port in back of «part» c : A'],
            ['pdv-1', 'port inout b of «part» c : A'],
            ['pdv-2', 'port out o of «part» a : A'],
            ['pdv-3', 'port in back of «part» c : A'],
            ['port-l-1', 'port in back of «part» c : A'],
            ['port-r-1', 'port out o of «part» a : A'],
            ['port-t-1', 'port plain of «part» a : A'],
            ['port-b-1', 'port plain of «part» c : A'],
            ['proxy-v-1', 'proxy inside of «part» a : A'],
            ['proxy-v-2', 'proxy inside.deep of «part» c : A'],
            ['proxy-h-1', 'proxy inside of «part» a : A'],
            ['proxy-h-2', 'proxy inside.deep of «part» c : A']
        ]
    },
    {
        name: 'nested-ports',
        clause: '8.2.3.12 Ports in ports',
        body: `port def Socket { port power { out item current; } port data { in item bits; } } part def Unit { port left : Socket; port right : ~Socket; }
            part rack { part a : Unit; part b : Unit; part c : Unit; connect a.left.power to b.right.power; connect a.left.data to b.right.data; connect a.left to c.right; }`,
        view: '#interconnection:T::rack',
        productions: [
            ['port-r-3', 'port out power in port left of «part» a : Unit'],
            ['port-l-3', 'port out data in port right of «part» b : Unit']
        ]
    },
    {
        name: 'nested-ports-upright',
        clause: '8.2.3.12 Ports in ports, at the upper and lower edge',
        body: `port def Socket { port power { out item current; } port data { in item bits; } } part def Unit { port left : Socket; port right : ~Socket; }
            part rack { part a : Unit; part b : Unit; connect a.left.power to b.right.power; connect a.left.data to b.right.data; }`,
        view: '#interconnection:T::rack',
        direction: 'TB',
        productions: [
            ['port-b-3', 'port in data in port left of «part» a : Unit'],
            ['port-t-3', 'port in power in port right of «part» b : Unit']
        ]
    },
    {
        name: 'nested-parameters',
        clause: '8.2.3.17 Parameters in parameters',
        body: `item def Load { item mass; item size; } action act { action measure { out o : Load; } action store { in i : Load; } action sort { in s : Load; } first measure then store;
            flow measure.o.mass to store.i.mass; flow measure.o.size to store.i.size; flow measure.o.size to sort.s.size; }`,
        view: '#action:T::act',
        productions: [
            ['param-b-2', 'parameter out mass in parameter o of «action» measure'],
            ['param-t-2', 'parameter in size in parameter i of «action» store']
        ]
    },
    {
        name: 'nested-parameters-sideways',
        clause: '8.2.3.17 Parameters in parameters, from left to right',
        body: `item def Load { item mass; item size; } action act { action measure { out o : Load; } action store { in i : Load; } first measure then store;
            flow measure.o.mass to store.i.mass; flow measure.o.size to store.i.size; }`,
        view: '#action:T::act',
        direction: 'LR',
        productions: [
            ['param-r-2', 'parameter out mass in parameter o of «action» measure'],
            ['param-l-2', 'parameter in size in parameter i of «action» store']
        ]
    },
    {
        name: 'connections',
        clause: '8.2.3.13 to 8.2.3.16 Connections, interfaces, allocations and flows as boxes',
        body: `part def E { out item o; in item i; } port def PE { out item o; } connection def C { end part c1 : E; end part c2 : E; } interface def N { end port i1; end port i2; }
            allocation def L { end part l1; end part l2; } flow def F { end s1; end t1; } part h { port p1 : PE; port p2 : ~PE; part a : E; part b : E;
            connection c : C connect a to b { attribute x { attribute y; } } connect a to b; allocation z : L allocate a to b { attribute w { attribute w2; } } allocation z2 : L allocate b to a;
            interface nf : N connect p1 to p2 { attribute u { attribute u2; } } interface nf2 : N connect p1 to p2; succession sc first a then b; flow f2 from a.o to b.i;
            flow ff from a.o to b.i { attribute g { attribute g2; } } }`,
        view: '#tree:T',
        productions: [
            ['connection-def', 'definition «connection def» C'],
            ['connection', 'usage «connection» c : C'],
            ['connections-compartment', '«part» h | connections: a to b'],
            ['ends-compartment', '«connection def» C | ends: c1 : E; c2 : E'],
            ['interface-def', 'definition «interface def» N'],
            ['interface', 'usage «interface» nf : N'],
            ['interfaces-compartment', '«part» h | interfaces: nf2 : N connect p1 to p2'],
            ['allocation-def', 'definition «allocation def» L'],
            ['allocation', 'usage «allocation» z : L'],
            ['allocations-compartment', '«part» h | allocations: z2 : L allocate b to a'],
            ['flow-def', 'definition «flow def» F'],
            ['flow-node', 'action «flow» ff'],
            ['flows-compartment', '«part» h | flows: f2 from a.o to b.i'],
            ['successions-compartment', '«part» h | successions: sc a then b']
        ]
    },
    {
        name: 'wiring',
        clause: '8.2.3.13 to 8.2.3.16 Connections, interfaces, allocations and flows as lines',
        body: `item def Fuel; port def Plug { out item fuel : Fuel; } interface def Hose { end port s1 : Plug; end port s2 : ~Plug; } part def Tank { port p : Plug; } part def Motor { port q : ~Plug; }
            part h { part tank : Tank; part motor : Motor; part aux : Motor; ref part driver; interface hose : Hose connect tank.p to motor.q; part spare : Tank; flow of Fuel from spare.p.fuel to motor.q.fuel;
            connection joins connect rear ::> tank to front ::> motor; connection three connect (tank, motor, aux); bind tank = aux;
            succession flow sf of Fuel from tank.p.fuel to aux.q.fuel; message m of Fuel from driver to motor; allocate tank to motor; }`,
        view: '#interconnection:T::h',
        productions: [
            ['connection-graphical-1', '«part» tank : Tank --solid-- «part» motor : Motor "joins"'],
            ['n-ary-connection-dot', 'dot (three)'],
            ['n-ary-segment', '«part» tank : Tank --solid-- dot'],
            ['binding-connection', '«part» tank : Tank --solid-- «part» aux : Motor "="'],
            ['interface-connection', '«part» tank : Tank --solid-- «part» motor : Motor "«interface» hose : Hose"'],
            ['allocate-relationship', '«part» tank : Tank --solid open-- «part» motor : Motor "«allocate»"'],
            ['message', '«ref part» driver --solid hollow-- «part» motor : Motor "m of Fuel"'],
            ['flow', '«part» spare : Tank --solid filled-- «part» motor : Motor "Fuel"'],
            ['succession-flow', '«part» tank : Tank --dashed filled-- «part» aux : Motor "sf of Fuel"']
        ]
    }
];
