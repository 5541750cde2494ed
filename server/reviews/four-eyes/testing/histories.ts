import fc from 'fast-check'
import { actionDoors } from './doors-of-action.ts'
import { changeDoors, otherDoors, slowDoors } from './doors-of-records.ts'
import { policyDoors, reviewDoors } from './doors-of-review.ts'
import { type PersonKey, personKeys, type Spelling, spellings } from './model.ts'
import { type ActorKey, type Door, type Draw, pick } from './world.ts'

export type DoorOperation = Draw & { readonly door: DoorName }

/** A change as registered, and the operations on it and its action; the operations of a step are concurrent. */
export type History = {
  readonly change: {
    readonly type: string
    readonly risk: string
    readonly state: string
    readonly implementer: PersonKey
    readonly spelling: Spelling
  }
  /** Actor who imported the action from a file; null if Noor wrote it. */
  readonly importer: ActorKey | null
  readonly steps: readonly (readonly DoorOperation[])[]
}

const change = fc.record({
  type: fc.constantFrom('emergency', 'normal'),
  risk: fc.constantFrom('high', 'low'),
  state: fc.constantFrom('review', 'implement', 'closed', 'scheduled', 'assess', 'late'),
  implementer: fc.nat(),
  spelling: fc.constantFrom(...spellings),
})
const draw = fc.record({ door: fc.nat(), who: fc.nat(), slip: fc.nat(9), whom: fc.nat(), choice: fc.nat(11) })
type DrawnOperation = typeof draw extends fc.Arbitrary<infer Value> ? Value : never
const alone = fc.tuple(draw)
const atOnce = fc.oneof({ weight: 5, arbitrary: alone }, { weight: 1, arbitrary: fc.tuple(draw, draw) })

/** Doors that most histories need to reach an end: they are always among the drawn doors. */
const course: ReadonlySet<DoorName> = new Set(['fill', 'submit', 'sign', 'complete', 'verify_action', 'do_action'])

/** An operation at the beginning of a history. */
export type Act = readonly [who: ActorKey, door: DoorName, draw?: Partial<Omit<Draw, 'who'>>]

/** The usual course of a review up to a length: its reviewer works, and another person signs. */
function createCourse(cast: readonly PersonKey[], length: number): readonly Act[] {
  const reviewer = cast.find((one) => listCallers('start').includes(one))
  const signer = cast.find((one) => one !== reviewer && listCallers('sign').includes(one))
  const work = ['start', 'fill', 'submit'] as const
  const acts = reviewer ? work.map((door): Act => [reviewer, door]) : []
  return [...acts, ...(signer ? [[signer, 'sign'] as const] : [])].slice(0, length)
}

/** Machines that act besides people. */
const machines = ['service', 'script'] as const satisfies readonly ActorKey[]

/** Source from which histories are drawn. */
export type Scene = {
  readonly doors: readonly DoorName[]
  /** Operations at the beginning of each history; by default the progress of the review is drawn. */
  readonly beginning?: readonly Act[] | undefined
  /** People of each history; by default three or four are drawn. */
  readonly cast?: readonly PersonKey[] | undefined
  /** Fixed fields of each change; the rest is drawn. */
  readonly change?: Partial<History['change']> | undefined
  /** Actor who imported each action; drawn by default. */
  readonly importer?: ActorKey | undefined
  /** True if operations may be concurrent, which is the default. Otherwise a history is deterministic. */
  readonly isParallel?: boolean | undefined
}

/**
 * Draws histories of some steps. Each one draws a few doors and a few people, so that it often uses the same doors and
 * people, instead of all of them once.
 */
export function drawHistories({ doors: names, isParallel = true, ...scene }: Scene): fc.Arbitrary<History> {
  const isCourse = (door: DoorName) => course.has(door)
  const usual = names.filter(isCourse)
  const rest = names.filter((door) => !isCourse(door))
  const drawn = fc.record({
    change,
    steps: fc.array(isParallel ? atOnce : alone, { minLength: 2, maxLength: 12, size: 'max' }),
    used: fc.shuffledSubarray(rest, { minLength: Math.min(rest.length, 3), maxLength: Math.min(rest.length, 6) }),
    cast: scene.cast ? fc.constant(scene.cast) : fc.shuffledSubarray(personKeys, { minLength: 3, maxLength: 4 }),
    machine: fc.constantFrom(...machines),
    importer: fc.nat(20),
    progress: fc.constantFrom(...(names.includes('start') ? [0, 2, 3, 4] : [0])),
  })
  return drawn.map(({ change, steps, used, cast, machine, importer, progress }) => {
    const doors = [...used, ...usual]
    const operate = ({ door: place, who, slip, whom, choice }: DrawnOperation): DoorOperation => {
      const door = pick(doors, place)
      const able = [...cast, machine].filter((actor) => listCallers(door).includes(actor))
      const actors = slip === 0 || able.length === 0 ? [...cast, machine] : able
      return { door, who: pick(actors, who), whom: pick(cast, whom), choice }
    }
    const begin = ([who, door, draw]: Act): DoorOperation[] => [{ door, who, whom: pick(cast, 0), choice: 1, ...draw }]
    const importers = [...cast, machine].filter((one) => listCallers('import_action').includes(one))
    return {
      importer: scene.importer ?? importers[importer] ?? null,
      change: { ...change, implementer: pick(cast, change.implementer), ...scene.change },
      steps: [
        ...(scene.beginning ?? createCourse(cast, progress)).map(begin),
        ...steps.map((step) => step.map(operate)),
      ],
    }
  })
}

/** Formats a history as lines for a reader. */
export function describeHistory({ change, importer, steps }: History): string {
  const { type, risk, state, implementer, spelling } = change
  const first = `${type} change, risk ${risk}, in ${state}, of ${implementer} (${spelling}), action ${importer ? `imported by ${importer}` : 'of noor'}`
  const lines = steps.map((step) =>
    step.map(({ door, who, whom, choice }) => `${who} ${door} (${whom}, ${choice})`).join('  ∥  '),
  )
  return [first, ...lines].join('\n    ')
}

const managers: readonly PersonKey[] = ['henrike', 'paolo', 'ada', 'vos']
const reviewers: readonly PersonKey[] = ['noor', 'callum', ...managers]
const editors: readonly ActorKey[] = [...reviewers, 'service', 'script']
/** The owner of an action needs no role to complete it. */
const doers: readonly ActorKey[] = ['vic', ...editors]
const writers: readonly ActorKey[] = [...managers, 'script']
const ruleWriters: readonly ActorKey[] = [...managers, 'service']
const linkers: readonly ActorKey[] = [...reviewers, 'service']

/**
 * Actors who usually use some doors: most histories draw from them, since the service refuses all others immediately.
 */
const callers: readonly (readonly [readonly ActorKey[], readonly DoorName[]])[] = [
  [managers, ['complete_clean', 'sign', 'read', 'send_back', 'undo_import', 'waive', 'confirm_waiver']],
  [ruleWriters, ['assign', 'ask_less', 'ask_more', 'delete_rule', 'create_rule', 'order_rules']],
  [['ada'], ['rename_account', 'change_role', 'switch_account']],
  [['script'], ['patch']],
  [writers, ['put_implementer', 'put_kind', 'put_state', 'put_end', 'put_incident', 'list_person', 'import_end']],
  [writers, ['import_implementer', 'import_kind', 'import_state', 'import_outcome']],
  [writers, ['import_action', 'import_incident']],
  [editors, ['own_action', 'verify_action']],
  [doers, ['do_action', 'write_evidence', 'return_action']],
  [linkers, ['link_issue', 'unlink_issue', 'close_recheck']],
]

const listCallers = (door: DoorName): readonly ActorKey[] =>
  callers.find(([, doors]) => doors.includes(door))?.[0] ?? reviewers

const quickDoors = { ...reviewDoors, ...changeDoors, ...actionDoors, ...otherDoors, ...policyDoors }
const allDoors = { ...quickDoors, ...slowDoors }
export type DoorName = keyof typeof allDoors
export const doors: Readonly<Record<DoorName, Door>> = allDoors
export const policyDoorNames: readonly string[] = Object.keys(policyDoors)
export const doorNames = Object.keys(quickDoors) as DoorName[]
