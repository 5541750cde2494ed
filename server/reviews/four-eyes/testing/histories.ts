import fc from 'fast-check'
import { type ActorKey, type Draw, pick } from './fixture.ts'
import { type PersonKey, personKeys, type Spelling, spellings } from './model.ts'
import { type OperationName, operations } from './operations.ts'

export type OperationOfStep = Draw & { readonly operation: OperationName }

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
  readonly steps: readonly (readonly OperationOfStep[])[]
}

const change = fc.record({
  type: fc.constantFrom('emergency', 'normal'),
  risk: fc.constantFrom('high', 'low'),
  state: fc.constantFrom('review', 'implement', 'closed', 'scheduled', 'assess', 'late'),
  implementer: fc.nat(),
  spelling: fc.constantFrom(...spellings),
})
const draw = fc.record({ operation: fc.nat(), who: fc.nat(), slip: fc.nat(9), whom: fc.nat(), choice: fc.nat(11) })
type DrawnOperation = typeof draw extends fc.Arbitrary<infer Value> ? Value : never
const alone = fc.tuple(draw)
const atOnce = fc.oneof({ weight: 5, arbitrary: alone }, { weight: 1, arbitrary: fc.tuple(draw, draw) })

/** Operations that most histories need to reach an end: they are always among the drawn operations. */
const course: ReadonlySet<OperationName> = new Set(['fill', 'submit', 'sign', 'complete', 'verify_action', 'do_action'])

/** An operation at the beginning of a history. */
export type FirstOperation = readonly [who: ActorKey, operation: OperationName, draw?: Partial<Omit<Draw, 'who'>>]

/** The usual course of a review up to a length: its reviewer works, and another person signs. */
function createCourse(people: readonly PersonKey[], length: number): readonly FirstOperation[] {
  const reviewer = people.find((one) => operations.start.callers.includes(one))
  const signer = people.find((one) => one !== reviewer && operations.sign.callers.includes(one))
  const work = ['start', 'fill', 'submit'] as const
  const first = reviewer ? work.map((operation): FirstOperation => [reviewer, operation]) : []
  return [...first, ...(signer ? [[signer, 'sign'] as const] : [])].slice(0, length)
}

/** Machines that act besides people. */
const machines = ['service', 'script'] as const satisfies readonly ActorKey[]

/** Source from which histories are drawn. */
export type Source = {
  readonly operations: readonly OperationName[]
  /** Operations at the beginning of each history; by default the progress of the review is drawn. */
  readonly beginning?: readonly FirstOperation[] | undefined
  /** People of each history; by default three or four are drawn. */
  readonly people?: readonly PersonKey[] | undefined
  /** Fixed fields of each change; the rest is drawn. */
  readonly change?: Partial<History['change']> | undefined
  /** Actor who imported each action; drawn by default. */
  readonly importer?: ActorKey | undefined
  /** True if operations may be concurrent, which is the default. Otherwise a history is deterministic. */
  readonly isParallel?: boolean | undefined
}

/**
 * Draws histories of some steps. Each one draws a few operations and a few people, so that it often uses these again,
 * instead of all of them once.
 */
export function drawHistories({ operations: names, isParallel = true, ...source }: Source): fc.Arbitrary<History> {
  const isCourse = (operation: OperationName) => course.has(operation)
  const usual = names.filter(isCourse)
  const rest = names.filter((operation) => !isCourse(operation))
  const drawn = fc.record({
    change,
    steps: fc.array(isParallel ? atOnce : alone, { minLength: 2, maxLength: 12, size: 'max' }),
    used: fc.shuffledSubarray(rest, { minLength: Math.min(rest.length, 3), maxLength: Math.min(rest.length, 6) }),
    people: source.people
      ? fc.constant(source.people)
      : fc.shuffledSubarray(personKeys, { minLength: 3, maxLength: 4 }),
    machine: fc.constantFrom(...machines),
    importer: fc.nat(20),
    progress: fc.constantFrom(...(names.includes('start') ? [0, 2, 3, 4] : [0])),
  })
  return drawn.map(({ change, steps, used, people, machine, importer, progress }) => {
    const chosen = [...used, ...usual]
    const operate = ({ operation: place, who, slip, whom, choice }: DrawnOperation): OperationOfStep => {
      const operation = pick(chosen, place)
      const able = [...people, machine].filter((actor) => operations[operation].callers.includes(actor))
      const actors = slip === 0 || able.length === 0 ? [...people, machine] : able
      return { operation, who: pick(actors, who), whom: pick(people, whom), choice }
    }
    const begin = ([who, operation, draw]: FirstOperation): OperationOfStep[] => [
      { operation, who, whom: pick(people, 0), choice: 1, ...draw },
    ]
    const importers = [...people, machine].filter((one) => operations.import_action.callers.includes(one))
    return {
      importer: source.importer ?? importers[importer] ?? null,
      change: { ...change, implementer: pick(people, change.implementer), ...source.change },
      steps: [
        ...(source.beginning ?? createCourse(people, progress)).map(begin),
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
    step.map(({ operation, who, whom, choice }) => `${who} ${operation} (${whom}, ${choice})`).join('  ∥  '),
  )
  return [first, ...lines].join('\n    ')
}
