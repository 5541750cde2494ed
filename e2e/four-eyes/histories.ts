import fc from 'fast-check'
import type { DoorName } from './all-doors.ts'
import { callersOf } from './callers.ts'
import { type PersonKey, personKeys, type Spelling, spellings } from './cast.ts'
import { type ActorKey, pick } from './stage.ts'

export type Operation = {
  readonly door: DoorName
  readonly who: ActorKey
  readonly whom: PersonKey
  readonly choice: number
}

/** A change as it is registered, and what happens to it and its action; the operations of a step run at the same time. */
export type History = {
  readonly change: {
    readonly type: string
    readonly risk: string
    readonly state: string
    readonly implementer: PersonKey
    readonly spelling: Spelling
  }
  readonly steps: readonly (readonly Operation[])[]
}

const change = fc.record({
  type: fc.constantFrom('emergency', 'normal'),
  risk: fc.constantFrom('high', 'low'),
  state: fc.constantFrom('review', 'implement', 'closed'),
  implementer: fc.nat(),
  spelling: fc.constantFrom(...spellings),
})
const draw = fc.record({ door: fc.nat(), who: fc.nat(), slip: fc.nat(9), whom: fc.nat(), choice: fc.nat(11) })
type Drawn = typeof draw extends fc.Arbitrary<infer Value> ? Value : never
const alone = { weight: 5, arbitrary: fc.tuple(draw) }
const atOnce = { weight: 1, arbitrary: fc.tuple(draw, draw) }

/** What most histories need to end somewhere: these doors are always among those that they draw from. */
const course: ReadonlySet<DoorName> = new Set(['fill', 'submit', 'sign', 'complete', 'verify_action', 'do_action'])

/** How far the review is before anything else happens: the steps of its usual course, by its reviewer. */
const beginnings: readonly (readonly DoorName[])[] = [
  [],
  ['start', 'fill'],
  ['start', 'fill', 'submit'],
  ['start', 'fill', 'submit', 'sign'],
]

/** What another person than the reviewer does at the beginning. */
const others: ReadonlySet<DoorName> = new Set(['answer', 'complete', 'sign'])

/** The machines that act beside people. */
const machines = ['service', 'script'] as const satisfies readonly ActorKey[]

/** What histories are drawn from. */
export type Scene = {
  readonly doors: readonly DoorName[]
  /** What happens first in each history; by default it is drawn how far the review is. */
  readonly beginning?: readonly DoorName[] | undefined
  /** What is the same for each change; the rest is drawn. */
  readonly change?: Partial<Omit<History['change'], 'implementer'>> | undefined
}

/**
 * Histories of some steps. Each one draws a few doors and a few people, so that it goes through some doors often and by
 * the same people, instead of through all of them once.
 */
export function histories({ doors: names, beginning: first, change: fixed }: Scene): fc.Arbitrary<History> {
  const isCourse = (door: DoorName) => course.has(door)
  const [usual, rest] = [names.filter(isCourse), names.filter((door) => !isCourse(door))]
  const drawnBeginnings = names.includes('start') ? beginnings : [[]]
  const drawn = fc.record({
    change,
    steps: fc.array(fc.oneof(alone, atOnce), { minLength: 2, maxLength: 12, size: 'max' }),
    used: fc.shuffledSubarray(rest, { minLength: Math.min(rest.length, 3), maxLength: Math.min(rest.length, 6) }),
    cast: fc.shuffledSubarray(personKeys, { minLength: 3, maxLength: 4 }),
    machine: fc.constantFrom(...machines),
    beginning: fc.constantFrom(...(first ? [first] : drawnBeginnings)),
  })
  return drawn.map(({ change, steps, used, cast, machine, beginning }) => {
    const doors = [...used, ...usual]
    const operate = ({ door: place, who, slip, whom, choice }: Drawn): Operation => {
      const door = pick(doors, place)
      const able = [...cast, machine].filter((actor) => callersOf(door).includes(actor))
      const actors = slip === 0 || able.length === 0 ? [...cast, machine] : able
      return { door, who: pick(actors, who), whom: pick(cast, whom), choice }
    }
    const begin = (door: DoorName): Operation[] => {
      const able = [machine, ...cast].filter((actor) => callersOf(door).includes(actor))
      const who = able.find((actor) => !others.has(door) || actor !== reviewer)
      return who === undefined ? [] : [{ door, who, whom: pick(cast, cast.length - 1), choice: 1 }]
    }
    const reviewer = cast.find((actor) => callersOf('start').includes(actor))
    return {
      change: { ...change, ...fixed, implementer: pick(cast, change.implementer) },
      steps: [...beginning.map(begin), ...steps.map((step) => step.map(operate))].filter(({ length }) => length > 0),
    }
  })
}

/** A history as lines for a reader. */
export function describeHistory({ change: { type, risk, state, implementer, spelling }, steps }: History): string {
  const first = `${type} change, risk ${risk}, in ${state}, of ${implementer} (${spelling})`
  const lines = steps.map((step) =>
    step.map(({ door, who, whom, choice }) => `${who} ${door} (${whom}, ${choice})`).join('  ∥  '),
  )
  return [first, ...lines].join('\n    ')
}
