import fc from 'fast-check'
import { type PersonKey, personKeys, type Spelling, spellings } from './cast.ts'
import { actionDoors } from './doors-of-action.ts'
import { changeDoors } from './doors-of-change.ts'
import { reviewDoors } from './doors-of-review.ts'
import { type ActorKey, type Door, pick } from './stage.ts'

export const doors: Readonly<Record<string, Door>> = { ...reviewDoors, ...changeDoors, ...actionDoors }
export type DoorName = keyof typeof reviewDoors | keyof typeof changeDoors | keyof typeof actionDoors
export const doorNames = Object.keys(doors) as DoorName[]

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
const draw = fc.record({ door: fc.nat(), who: fc.nat(), whom: fc.nat(), choice: fc.nat(11) })
const alone = { weight: 5, arbitrary: fc.tuple(draw) }
const atOnce = { weight: 1, arbitrary: fc.tuple(draw, draw) }

/** What most histories need to end somewhere: these doors are always among those that they draw from. */
const course = ['start', 'fill', 'submit', 'sign', 'complete', 'verify_action', 'do_action'] as const

/** The machines that act beside people. */
const machines = ['service', 'script'] as const satisfies readonly ActorKey[]

/**
 * Histories of some steps. Each one draws a few doors of `names` and a few people, so that it goes through some doors
 * often and by the same people, instead of through all of them once.
 */
export function histories(names: readonly DoorName[]): fc.Arbitrary<History> {
  const usual = names.filter((name) => course.some((known) => known === name))
  const drawn = fc.record({
    change,
    steps: fc.array(fc.oneof(alone, atOnce), { minLength: 3, maxLength: 16, size: 'max' }),
    used: fc.shuffledSubarray([...names], {
      minLength: Math.min(names.length, 4),
      maxLength: Math.min(names.length, 8),
    }),
    cast: fc.shuffledSubarray(personKeys, { minLength: 2, maxLength: 4 }),
    extras: fc.shuffledSubarray([...machines], { maxLength: 1 }),
  })
  return drawn.map(({ change, steps, used, cast, extras }) => {
    const doors = [...new Set([...used, ...usual])]
    const actors: readonly ActorKey[] = [...cast, ...extras]
    return {
      change: { ...change, implementer: pick(cast, change.implementer) },
      steps: steps.map((step) =>
        step.map(({ door, who, whom, choice }) => ({
          door: pick(doors, door),
          who: pick(actors, who),
          whom: pick(cast, whom),
          choice,
        })),
      ),
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
