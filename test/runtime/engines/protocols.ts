/** Known protocols of concurrent systems, each right and with one change that breaks it. */

/** One change of a model's text. */
export type Change = readonly [from: string, to: string];

export interface Protocol {
    readonly title: string;
    /** a package body; the subject is performed by `T::system` */
    readonly model: string;
    readonly kind: 'action' | 'machine';
    readonly behaviour: string;
    /** constraint of the part definition System */
    readonly property: string;
    readonly breaks: readonly {
        readonly title: string;
        readonly change: Change;
        /** what the search reports: the property, or the start of an error */
        readonly found: string;
        /** what the same run leaves in the system's features, or the start of its error */
        readonly left: RegExp;
    }[];
    /** how engine `smt` finds no violation of the right one within a depth, or the construct that it refuses */
    readonly solver: { readonly strength: 'proved' | 'bounded'; readonly depth: number } | { readonly refuses: string };
}

/** Peterson's algorithm: two strands of one action enter a section by turns. */
const peterson = (): string => {
    const strand = (me: number, other: number): string => `
        merge idle${me};
        then action ask${me} assign wants${me} := true;
        then action yield${me} assign turn := ${other};
        then merge wait${me};
        then decide may${me};
            if not wants${other} or turn == ${me} then enter${me};
            else wait${me};
        action enter${me} { assign inside := inside + 1; assign most := if inside > most ? inside else most; }
        then action leave${me} assign inside := inside - 1;
        then action release${me} assign wants${me} := false;
        then action count${me} assign rounds${me} := rounds${me} + 1;
        then decide again${me};
            if rounds${me} < 2 then idle${me};
            else joined;`;
    return `part def System {
        attribute wants0 : Boolean := false; attribute wants1 : Boolean := false; attribute turn : Integer := 0;
        attribute inside : Integer := 0; attribute most : Integer := 0;
        attribute rounds0 : Integer := 0; attribute rounds1 : Integer := 0;
        constraint exclusive { inside <= 1 }
        action run {
            first start; then fork split; first split then idle0; first split then idle1;
            ${strand(0, 1)}
            ${strand(1, 0)}
            join joined; then done;
        }
    } part system : System;`;
};

export const protocols: readonly Protocol[] = [
    {
        title: "Peterson's algorithm",
        kind: 'action',
        solver: { strength: 'bounded', depth: 16 },
        behaviour: 'T::System::run',
        property: 'exclusive',
        model: peterson(),
        breaks: [
            {
                title: 'a strand that waits while it has the turn',
                change: ['if not wants1 or turn == 0 then', 'if not wants1 or turn == 1 then'],
                found: 'exclusive',
                left: /most=2/
            },
            {
                title: 'a strand that does not ask',
                change: ['assign wants1 := true', 'assign wants1 := false'],
                found: 'exclusive',
                left: /most=2/
            }
        ]
    },
    {
        title: "Peterson's algorithm of two parts",
        kind: 'machine',
        behaviour: 'T::System::watch',
        property: 'exclusive',
        model: `part def Memory { attribute turn : Integer := 0; attribute inside : Integer := 0; attribute most : Integer := 0; }
            part def Process { ref part shared : Memory; ref part other : Process; attribute me : Integer; attribute wants : Boolean := false;
                exhibit state life { entry; then idle; state idle;
                    state asked { entry action { assign wants := true; } }
                    state waiting { entry action { assign shared.turn := other.me; } }
                    state critical {
                        entry action { assign shared.inside := shared.inside + 1; then assign shared.most := shared.most + shared.inside - 1; }
                        exit action { assign shared.inside := shared.inside - 1; assign wants := false; } }
                    transition first idle then asked;
                    transition first asked then waiting;
                    transition first waiting accept when not other.wants or shared.turn == me then critical;
                    transition first critical then done; } }
            part def System { part memory : Memory; attribute most : Integer = memory.most;
                part p0 : Process { attribute :>> me = 0; ref part :>> shared = memory; ref part :>> other = p1; }
                part p1 : Process { attribute :>> me = 1; ref part :>> shared = memory; ref part :>> other = p0; }
                constraint exclusive { memory.inside <= 1 }
                exhibit state watch { entry; then on; state on; } }
            part system : System;`,
        breaks: [
            {
                title: 'processes that wait for their turn to be that of the other',
                change: ['shared.turn == me', 'shared.turn == other.me'],
                found: 'exclusive',
                left: /most=[1-9]/
            },
            {
                title: 'processes that yield before they ask',
                change: ['first asked then waiting', 'first asked do action { assign wants := false; } then waiting'],
                found: 'exclusive',
                left: /most=[1-9]/
            }
        ],
        solver: { refuses: 'what goes on beside the machine in p0 is not encoded' }
    },
    {
        title: 'a token that two workers pass by their ports',
        kind: 'machine',
        behaviour: 'T::System::watch',
        property: 'exclusive',
        model: `private import SI::s; item def Token; port def Pass { in item token : Token; }
            part def Log { attribute inside : Integer := 0; attribute collisions : Integer := 0; }
            part def Worker { port give : ~Pass; port take : Pass; ref part log : Log;
                attribute owner : Boolean default false; attribute pieces : Integer := 0;
                exhibit state life { entry; if owner then working; if not owner then waiting;
                    state waiting;
                    state working {
                        entry action { assign log.collisions := log.collisions + log.inside; then assign log.inside := log.inside + 1; }
                        do action work { assign pieces := pieces + 1; then accept after 2 [s]; }
                        exit action { assign log.inside := log.inside - 1; } }
                    transition first waiting accept Token via take then working;
                    transition first working if pieces < 2 do send new Token() via give then waiting;
                    transition first working if pieces >= 2 do send new Token() via give then done; } }
            part def System { part log : Log; attribute collisions : Integer = log.collisions;
                part a : Worker { attribute :>> owner = true; ref part :>> log = System::log; }
                part b : Worker { ref part :>> log = System::log; }
                connect a.give to b.take; connect b.give to a.take;
                constraint exclusive { log.inside <= 1 }
                exhibit state watch { entry; then on; state on; } }
            part system : System;`,
        breaks: [
            {
                title: 'the token is given before the work is done',
                change: [
                    'assign pieces := pieces + 1; then accept after 2 [s];',
                    'assign pieces := pieces + 1; then send new Token() via give; then accept after 2 [s];'
                ],
                found: 'exclusive',
                left: /collisions=[1-9]/
            },
            {
                title: 'two workers begin with a token',
                change: ['part b : Worker {', 'part b : Worker { attribute :>> owner = true;'],
                found: 'exclusive',
                left: /collisions=[1-9]/
            }
        ],
        solver: { refuses: 'what goes on beside the machine in a is not encoded' }
    },
    {
        title: 'clients that request a lock from a server',
        kind: 'machine',
        behaviour: 'T::System::watch',
        property: 'exclusive',
        model: `item def Acquire; item def Release; item def Grant;
            port def Lock { out item acquire : Acquire; out item release : Release; in item grant : Grant; }
            part def Server { port left : ~Lock; port right : ~Lock; attribute queued : Boolean := false;
                exhibit state serve { entry; then free; state free; state leftHolds; state rightHolds;
                    transition first free accept Acquire via left do send new Grant() via left then leftHolds;
                    transition first free accept Acquire via right do send new Grant() via right then rightHolds;
                    transition first leftHolds accept Acquire via right do action { assign queued := true; } then leftHolds;
                    transition first rightHolds accept Acquire via left do action { assign queued := true; } then rightHolds;
                    transition first leftHolds accept Release via left if queued
                        do action { assign queued := false; then send new Grant() via right; } then rightHolds;
                    transition first leftHolds accept Release via left if not queued then free;
                    transition first rightHolds accept Release via right if queued
                        do action { assign queued := false; then send new Grant() via left; } then leftHolds;
                    transition first rightHolds accept Release via right if not queued then free; } }
            part def Log { attribute inside : Integer := 0; attribute collisions : Integer := 0; }
            part def Client { port lock : Lock; ref part log : Log; attribute times : Integer := 0;
                exhibit state life { entry; then idle; state idle; state waiting;
                    state inside {
                        entry action { assign log.collisions := log.collisions + log.inside; then assign log.inside := log.inside + 1; }
                        exit action { assign log.inside := log.inside - 1; assign times := times + 1; } }
                    transition first idle if times < 2 do send new Acquire() via lock then waiting;
                    transition first waiting accept Grant via lock then inside;
                    transition first inside do send new Release() via lock then idle; } }
            part def System { part server : Server; part log : Log; attribute collisions : Integer = log.collisions;
                part one : Client { ref part :>> log = System::log; } part two : Client { ref part :>> log = System::log; }
                connect one.lock to server.left; connect two.lock to server.right;
                constraint exclusive { log.inside <= 1 }
                exhibit state watch { entry; then on; state on; } }
            part system : System;`,
        breaks: [
            {
                title: 'a server that grants what is held',
                change: [
                    'accept Acquire via right do action { assign queued := true; } then leftHolds',
                    'accept Acquire via right do send new Grant() via right then leftHolds'
                ],
                found: 'exclusive',
                left: /collisions=[1-9]/
            }
        ],
        solver: { refuses: 'what goes on beside the machine in server is not encoded' }
    },
    {
        title: 'dining philosophers with forks as messages',
        kind: 'action',
        solver: { strength: 'proved', depth: 40 },
        behaviour: 'T::System::supper',
        property: 'fed',
        model: `item def ForkA; item def ForkB; item def ForkC;
            part def System { attribute meals : Integer := 0; constraint fed { meals <= 3 }
                action supper { first start;
                    then action layA send new ForkA() to self; then action layB send new ForkB() to self;
                    then action layC send new ForkC() to self; then fork sit;
                    then action left1 accept ForkA; then action right1 accept ForkB; then action eat1 assign meals := meals + 1;
                    then action leave1a send new ForkA() to self; then action leave1b send new ForkB() to self; then leave;
                    first sit then left2;
                    action left2 accept ForkB; then action right2 accept ForkC; then action eat2 assign meals := meals + 1;
                    then action leave2a send new ForkB() to self; then action leave2b send new ForkC() to self; then leave;
                    first sit then left3;
                    action left3 accept ForkA; then action right3 accept ForkC; then action eat3 assign meals := meals + 1;
                    then action leave3a send new ForkA() to self; then action leave3b send new ForkC() to self; then leave;
                    join leave; then done; } }
            part system : System;`,
        breaks: [
            {
                title: 'all take their left fork first',
                change: [
                    'action left3 accept ForkA; then action right3 accept ForkC',
                    'action left3 accept ForkC; then action right3 accept ForkA'
                ],
                found: 'accept deadlock in action supper',
                left: /accept deadlock in action supper/
            },
            {
                title: 'a philosopher who keeps a fork',
                change: ['then action leave2a send new ForkB() to self; then', 'then'],
                found: 'accept deadlock in action supper',
                left: /accept deadlock in action supper/
            }
        ]
    },
    {
        title: 'a producer and a consumer with a buffer of two places',
        kind: 'action',
        solver: { strength: 'proved', depth: 60 },
        behaviour: 'T::System::trade',
        property: 'bounded',
        model: `item def Place; item def Item;
            part def System { attribute count : Integer := 0; attribute most : Integer := 0;
                attribute made : Integer := 0; attribute sold : Integer := 0;
                constraint bounded { count >= 0 and count <= 2 }
                action trade { first start;
                    then action first1 send new Place() to self; then action first2 send new Place() to self;
                    then fork open; first open then produce; first open then consume;
                    merge produce; then action free accept Place;
                    then action put { assign count := count + 1; assign made := made + 1;
                        assign most := if count > most ? count else most; }
                    then action offer send new Item() to self;
                    then decide more; if made < 3 then produce; else close;
                    merge consume; then action ready accept Item;
                    then action take { assign count := count - 1; assign sold := sold + 1; }
                    then action release send new Place() to self;
                    then decide again; if sold < 3 then consume; else close;
                    join close; then done; } }
            part system : System;`,
        breaks: [
            {
                title: 'a place too many',
                change: ['then fork open;', 'then action first3 send new Place() to self; then fork open;'],
                found: 'bounded',
                left: /most=3/
            },
            {
                title: 'a consumer that waits for one more',
                change: ['if sold < 3 then', 'if sold < 4 then'],
                found: 'accept deadlock in action trade',
                left: /accept deadlock in action trade/
            }
        ]
    },
    {
        title: 'traffic lights with clocks',
        kind: 'machine',
        behaviour: 'T::System::control',
        property: 'safe',
        model: `private import SI::s; item def Go; item def Gone; port def Sync { in item go : Go; out item gone : Gone; }
            part def Log { attribute open : Integer := 0; attribute collisions : Integer := 0; }
            part def Light { port sync : Sync; ref part log : Log;
                exhibit state phases { entry; then stop; state stop; state slow;
                    state go;
                    transition first stop accept Go via sync
                        do action { assign log.collisions := log.collisions + log.open; then assign log.open := log.open + 1; } then go;
                    transition first go accept after 20 [s] then slow;
                    transition first slow accept after 3 [s]
                        do action { assign log.open := log.open - 1; then send new Gone() via sync; } then stop; } }
            part def System { part log : Log; attribute collisions : Integer = log.collisions; attribute rounds : Integer := 0;
                part north : Light { ref part :>> log = System::log; } part east : Light { ref part :>> log = System::log; }
                port toNorth : ~Sync; port toEast : ~Sync;
                connect toNorth to north.sync; connect toEast to east.sync;
                constraint safe { log.open <= 1 }
                exhibit state control { entry; then closed; state closed; state between;
                    state northGoes { entry action { send new Go() via toNorth; } }
                    state eastGoes { entry action { send new Go() via toEast; } }
                    transition first closed accept after 2 [s] if rounds < 2 then northGoes;
                    transition first northGoes accept Gone via toNorth then between;
                    transition first between accept after 2 [s] then eastGoes;
                    transition first eastGoes accept Gone via toEast do action { assign rounds := rounds + 1; } then closed; } }
            part system : System;`,
        breaks: [
            {
                title: 'a controller that waits for the green light alone',
                change: ['northGoes accept Gone via toNorth then', 'northGoes accept after 20 [s] then'],
                found: 'safe',
                left: /collisions=[1-9]/
            },
            {
                title: 'a controller that opens in the instant in which the other closes',
                change: ['northGoes accept Gone via toNorth then', 'northGoes accept after 21 [s] then'],
                found: 'safe',
                left: /collisions=[1-9]/
            }
        ],
        solver: { refuses: 'what goes on beside the machine in north is not encoded' }
    }
];
