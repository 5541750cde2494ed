import fc from 'fast-check'
import { type ActorKey, machines, pick, type State } from './fixture.ts'
import { type PersonKey, personKeys, spellings } from './model.ts'
import { actionOperationNames, type Memory, type OperationName, operations } from './operations.ts'

/** An operation of a history. A number selects among what is possible when it runs. */
export type DrawnOperation = {
  readonly operation: OperationName | number
  /** Of several actors, the first one acts whom the service lets. */
  readonly who: ActorKey | number
  readonly whom: PersonKey | number
  readonly choice: number
}

const change = fc.record({
  type: fc.constantFrom('emergency', 'normal', 'normal'),
  risk: fc.constantFrom('high', 'low', 'low'),
  state: fc.constantFrom('review', 'implement', 'closed', 'scheduled', 'assess', 'late'),
  /** Fields that the record leaves empty. */
  empty: fc.constantFrom('none', 'none', 'none', 'none', 'times', 'service'),
  /** True if a rule asks for a short review of every change. */
  isSampled: fc.boolean(),
  spelling: fc.constantFrom('email', 'email', 'email', 'email', ...spellings),
})
type DrawnChange = (typeof change extends fc.Arbitrary<infer Value> ? Value : never) & {
  readonly implementer: PersonKey
}

/** A change as registered, and the operations on it and its action; those of a step are concurrent. */
export type History = {
  readonly change: DrawnChange
  /** Actor who imports the action from a file, if the service lets them; otherwise Noor writes it. */
  readonly importer: ActorKey | undefined
  readonly people: readonly PersonKey[]
  readonly actors: readonly ActorKey[]
  readonly operations: readonly OperationName[]
  readonly steps: readonly (readonly DrawnOperation[])[]
}

/** An operation at the beginning of a history, in words; `whom` is the first person and `choice` 1 by default. */
export type FirstOperation = `${ActorKey} ${OperationName}${'' | ` ${PersonKey} ${number}`}`

function readFirst(text: FirstOperation): DrawnOperation {
  const [who, operation, whom = 0, choice = 1] = text.split(' ') as [ActorKey, OperationName, PersonKey?, string?]
  return { who, operation, whom, choice: Number(choice) }
}

/** Source from which histories are drawn. */
export type Source = {
  readonly operations: readonly OperationName[]
  /** Operations at the beginning of each history; by default a review is often begun. */
  readonly beginning?: readonly FirstOperation[] | undefined
  /** People of each history; by default three to five are drawn. */
  readonly people?: readonly PersonKey[] | undefined
  /** Fixed fields of each change; the rest is drawn. */
  readonly change?: Partial<DrawnChange> | undefined
  /** Actor who imports each action; drawn by default. */
  readonly importer?: ActorKey | undefined
  /** True if operations may be concurrent, which is the default. Otherwise a history is deterministic. */
  readonly isParallel?: boolean | undefined
}

const place = fc.noBias(fc.nat(1e6))
const draw = fc.record({ operation: place, who: place, whom: place, choice: fc.noBias(fc.nat(11)) })
const alone = fc.tuple(draw)
const atOnce = fc.oneof({ weight: 5, arbitrary: alone }, { weight: 1, arbitrary: fc.tuple(draw, draw) })

/** The usual course of a review. */
const course = ['start', 'fill', 'submit', 'sign'] as const

const isOf = (isAboutAction: boolean) => (name: OperationName) => actionOperationNames.includes(name) === isAboutAction

/**
 * Draws histories of some steps. Each one draws a few people, and of the operations that are always possible a few, so
 * that it often uses these again, instead of all of them once; of the others, those on the review or on the action.
 */
export function drawHistories({ operations: names, isParallel = true, ...source }: Source): fc.Arbitrary<History> {
  const always = names.filter((name) => operations[name].condition === null)
  const isMixed = names.some(isOf(true)) && names.some(isOf(false))
  const drawn = fc.record({
    change,
    steps: fc.array(isParallel ? atOnce : alone, { minLength: 2, maxLength: 20, size: 'max' }),
    used: fc.shuffledSubarray(always, { minLength: Math.min(always.length, 3), maxLength: Math.min(always.length, 6) }),
    people: source.people
      ? fc.constant(source.people)
      : fc.shuffledSubarray(personKeys, { minLength: 3, maxLength: 5 }),
    machine: fc.constantFrom(...machines),
    isAboutAction: fc.constantFrom(false, false, true),
    importer: fc.noBias(fc.nat(20)),
    implementer: place,
    reviewer: place,
    progress: fc.constantFrom(...(isMixed ? [0, 2, 3, 4] : [0])),
  })
  return drawn.map(
    ({ change, steps, used, people, machine, isAboutAction, importer, implementer, reviewer, progress }) => {
      const actors = [...people, machine]
      const begin = source.beginning
        ? source.beginning.map(readFirst)
        : course
            .slice(0, change.isSampled ? 0 : progress)
            .map((operation) => ({ operation, who: reviewer, whom: 0, choice: 1 }))
      return {
        change: { ...change, implementer: pick(people, implementer), ...source.change },
        importer: source.importer ?? actors[importer],
        people,
        actors,
        operations: names.filter((name) =>
          operations[name].condition ? isOf(isAboutAction)(name) || !isMixed : used.includes(name),
        ),
        steps: [...begin.map((one) => [one]), ...steps],
      }
    },
  )
}

/** Chooses one of the operations that are possible in a state, often one that is not always possible; null if none is. */
export function chooseOperation({ operations: names }: History, { operation }: DrawnOperation, state: State & Memory) {
  if (typeof operation !== 'number') return operation
  const possible = names.filter((name) => operations[name].condition?.(state) ?? true)
  const chosen = possible.filter((name) => (operations[name].condition === null) === (operation % 3 === 0))
  const choices = chosen.length > 0 ? chosen : possible
  return choices.length === 0 ? null : pick(choices, Math.floor(operation / 3))
}
