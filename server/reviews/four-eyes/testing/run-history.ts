import fc from 'fast-check'
import { test as base, expect } from 'vitest'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { errorStatus } from '#lib/contracts/error-codes.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { authorize } from '#server/platform/auth/caller.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { isAppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { updatePolicyRule } from '#server/reviews/policy/rule-commands.ts'
import { unconditional } from '#server/reviews/testing-reviews.ts'
import { changeNumber, type Fixture, openFixture, pick, type State } from './fixture.ts'
import { chooseOperation, type DrawnOperation, drawHistories, type History, type Source } from './histories.ts'
import { type Fact, Model, people, planning } from './model.ts'
import {
  createActionFields,
  type Draw,
  importOne,
  type Memory,
  NothingToDo,
  nameImplementer,
  type OperationName,
  operationNames,
  operations,
  tookAction,
} from './operations.ts'

/** A history while it runs. */
type Run = Memory & { readonly fixture: Fixture; readonly history: History; readonly log: string[] }

/** Runs a history. The model judges the state after each step. Returns the violation with the history; null if none. */
async function runHistory(fixture: Fixture, history: History): Promise<string | null> {
  const run: Run = { fixture, history, log: [], imports: [], read: new Map() }
  const model = new Model()
  await fixture.restore()
  let facts: (readonly Fact[])[] = [await register(run)]
  for (const step of [...history.steps, []]) {
    const state = await fixture.readState()
    const [violation] = model.observe(facts, state)
    if (violation !== undefined) return [violation, JSON.stringify(history.change), ...run.log].join('\n    ')
    fixture.pass()
    run.log.push('')
    facts = await Promise.all(step.map((one) => perform(run, state, one)))
  }
  return null
}

/** Registers the change through the API, and its action. */
async function register({ fixture, history, imports }: Run): Promise<Fact[]> {
  const { importer, change } = history
  const { type, risk, state, empty, isSampled, implementer: whom, spelling } = change
  const named = nameImplementer(whom, spelling)
  if (isSampled) await updatePolicyRule(fixture.as(people.ada), 'rule_sample', { is_active: true })
  const put = (fields: object) => putChange(fixture.as(fixture.script), changeNumber, fields, unconditional)
  await put({
    title: 'Upgrade the payments database',
    type,
    risk,
    state: state === 'late' ? 'closed' : planning.includes(state) ? 'new' : 'implement',
    affected_services: empty === 'service' ? [] : ['payments-db'],
    close_code: 'successful',
    implementation_plan: { steps: ['Stop the writers', 'Start the writers'] },
    planned_start: '2026-03-01T01:00:00.000Z',
    planned_end: '2026-03-01T03:00:00.000Z',
    ...(empty !== 'times' && { actual_start: '2026-03-01T01:05:00.000Z', actual_end: '2026-03-01T02:55:00.000Z' }),
    ...named.fields,
  })
  if (state !== 'late') await put({ state })
  const action = createActionFields(whom)
  const { actors } = await fixture.readActors()
  const actor = importer && actors.get(importer)
  const isImported = actor !== undefined && isAllowed('import_action', actor)
  if (isImported)
    await importOne({ ctx: fixture.as(actor), imports }, 'improvements', { ...action, id: 'imp_CHG1', status: 'open' })
  else await createImprovement(fixture.as(people.noor), { ...action, source_type: 'change' })
  const registered = {
    is: 'record',
    type,
    risk,
    state: state === 'late' ? 'closed' : state,
    isEnded: empty !== 'times',
  } as const
  return [registered, ...named.facts, ...tookAction(whom), ...(isImported ? tookAction(importer ?? whom) : [])]
}

/** True if the service refuses an operation; any other error is a fault of the service or of the test. */
const isRefusal = (error: unknown) => isAppError(error) && errorStatus[error.code] < 500

function isCallable(endpoint: Endpoint, actor: Actor): boolean {
  try {
    authorize(endpoint, actor)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** True if an endpoint lets an actor do it, or none is needed. */
const isAllowed = (operation: OperationName, actor: Actor, { endpoints } = operations[operation]) =>
  endpoints.length === 0 || endpoints.some((endpoint) => isCallable(endpoint, actor))

/** Lets one actor after the other try an operation, until the service lets one. A refused one does nothing. */
async function perform(run: Run, state: State, one: DrawnOperation): Promise<readonly Fact[]> {
  const { fixture, history, log } = run
  const operation = chooseOperation(history, one, { ...state, ...run })
  if (operation === null) return []
  const whom = typeof one.whom === 'number' ? pick(history.people, one.whom) : one.whom
  const { who: first } = one
  const trying =
    typeof first === 'number' ? history.actors.map((_, index) => pick(history.actors, first + index)) : [first]
  for (const who of trying) {
    const actor = state.actors.get(who)
    if (!actor || !isAllowed(operation, actor)) continue
    const draw: Draw = { who, whom, choice: one.choice }
    try {
      const facts = await operations[operation].run({ ...run, ...state, ...draw, ctx: fixture.as(actor) })
      fixture.successes.set(operation, (fixture.successes.get(operation) ?? 0) + 1)
      log.push(`${log.pop()}  ${who} ${operation} (${whom}, ${one.choice})`)
      return facts
    } catch (error) {
      if (error instanceof NothingToDo) return []
      if (!isRefusal(error)) throw error
    }
  }
  return []
}

/** Milliseconds during which a shorter history is searched. */
const shorteningMs = 30_000

/** Search for a violation, through all operations by default. */
type Search = Partial<Source> & {
  /** Number of histories to run. */
  readonly runs: number
  readonly seed: number
  /** First history to run, as a violation names it; by default the first of the seed. */
  readonly path?: string | undefined
  /** True to search for a shorter history that also breaks the rule, which takes up to half a minute. */
  readonly shortens?: boolean
}

/** Finds a history that breaks the rule, in words, with the seed and path that find it again; null if none did. */
export async function findViolation(
  fixture: Fixture,
  { runs, seed, path: from = '', shortens = true, operations = operationNames, ...source }: Search,
): Promise<string | null> {
  const property = fc.asyncProperty(drawHistories({ operations, ...source }), async (history) => {
    const violation = await runHistory(fixture, history)
    if (violation !== null) throw new Error(violation)
  })
  const found = await fc.check(property, { numRuns: runs, seed, path: from, endOnFailure: true })
  if (!found.failed || found.counterexamplePath === null) return null
  const path = found.counterexamplePath
  const shorter = shortens ? await fc.check(property, { seed, path, interruptAfterTimeLimit: shorteningMs }) : found
  const { errorInstance } = shorter.failed ? shorter : found
  return `seed ${seed}, path ${path}: ${errorInstance instanceof Error ? `${errorInstance.message} ${errorInstance.cause ?? ''}` : String(errorInstance)}`
}

/** A test with a fixture for its histories, in its own database. */
export const test = base.extend<{ fixture: Fixture }>({
  fixture: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from the pattern
    async ({}, use) => {
      const database = await createTestDatabase()
      setTestRuntime(database)
      await use(await openFixture(database.db))
      setRuntime(undefined)
      await database.drop()
    },
    { scope: 'file' },
  ],
})

export const begun = ['noor start', 'noor fill'] as const
export const submitted = [...begun, 'noor submit'] as const
/** The source of histories that find a fault, unless the fault names another. */
const usual = {
  operations: ['sign'],
  beginning: submitted,
  people: ['noor', 'henrike', 'paolo'],
  sees: 'henrike, who took part, has signed it',
} as const
/** A change of Callum that needs a sign-off. */
export const urgent = {
  type: 'emergency',
  risk: 'high',
  state: 'review',
  empty: 'none',
  isSampled: false,
  implementer: 'callum',
  spelling: 'email',
} as const

/** Source in which histories find a fault, and the violation that they find. */
export type Planted = Partial<Source> & { readonly sees?: string }

/** Five times the number of histories that the slowest search needs. */
const runs = 25

/** Removes a clause from its record, until its result is disposed: at its old place, as the first that holds counts. */
export function removeClause(record: object, clause: string): Disposable {
  const whole = { ...record }
  Reflect.deleteProperty(record, clause)
  return {
    [Symbol.dispose]() {
      for (const name of Object.keys(whole)) Reflect.deleteProperty(record, name)
      Object.assign(record, whole)
    },
  }
}

/**
 * Plants a fault, lets histories find it, and runs the history that found it again once the fault is disposed.
 * Operations are not concurrent in these histories, so that their results do not depend on timing.
 */
export async function expectToFind(fixture: Fixture, plant: () => Disposable, planted: Planted) {
  const { sees, ...source } = { ...usual, ...planted }
  const change = { ...urgent, ...planted.change } as const
  const search = { ...source, change, seed: 7, isParallel: false, shortens: false }
  const fault = plant()
  const violation = await findViolation(fixture, { ...search, runs }).finally(() => fault[Symbol.dispose]())
  expect(violation).toContain(sees)
  const path = /path (\d+)/.exec(violation ?? '')?.[1]
  expect(await findViolation(fixture, { ...search, runs: 1, path })).toBeNull()
}
