import { eq, like, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { test as base, expect } from 'vitest'
import type { ErrorCode } from '#lib/contracts/error-codes.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { authorize } from '#server/platform/auth/caller.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { isAppError } from '#server/platform/errors.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { issueLinks } from '#server/schema/connections.ts'
import { users } from '#server/schema/directory.ts'
import { improvements } from '#server/schema/improvements.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import {
  createImplementer,
  type Fixture,
  getActor,
  type HistoryRecords,
  NothingToDo,
  openFixture,
  toActionFacts,
} from './fixture.ts'
import { describeHistory, drawHistories, type History, type OperationOfStep, type Source } from './histories.ts'
import {
  type Fact,
  findPersonKey,
  Model,
  type ObservedState,
  people,
  planning,
  spellings,
  spellPerson,
} from './model.ts'
import {
  createActionFields,
  getResponsible,
  importAction,
  operationNames,
  operations,
  policyOperationNames,
  unconditional,
} from './operations.ts'

/** A violation of the rule in a step. */
type Violation = { readonly step: number; readonly text: string }

let count = 0

/** Runs a history in a fixture. The model judges the observed state after each step. Returns null if the rule held. */
async function runHistory(fixture: Fixture, history: History): Promise<Violation | null> {
  const model = new Model()
  const { records, facts } = await prepare(fixture, history)
  try {
    for (const [index, operations] of [null, ...history.steps].entries()) {
      fixture.pass()
      const step = operations === null ? [facts] : await Promise.all(operations.map((one) => perform(records, one)))
      const [text] = model.observe(step, await readState(records))
      if (text !== undefined) return { step: index, text }
    }
    return null
  } finally {
    await clear(records, history)
  }
}

/** Registers the change through the API, with its own issue and action, which people write or import. */
async function prepare(
  fixture: Fixture,
  { change, importer }: History,
): Promise<{ records: HistoryRecords; facts: Fact[] }> {
  count += 1
  const number = `CHG${String(count).padStart(7, '0')}`
  const { type, risk, state, implementer: whom, spelling } = change
  const record = {
    title: `Change ${number}`,
    type: type as 'normal',
    risk: risk as 'low',
    affected_services: ['payments-db'],
    implementation_plan: { steps: ['Stop the writers', 'Start the writers'] },
    planned_start: '2026-03-01T01:00:00.000Z',
    planned_end: '2026-03-01T03:00:00.000Z',
    actual_start: '2026-03-01T01:05:00.000Z',
    actual_end: '2026-03-01T02:55:00.000Z',
    assigned_to: spellPerson(whom, spelling),
  }
  const first = state === 'late' ? 'closed' : planning.includes(state) ? 'new' : 'implement'
  await putChange(fixture.as(fixture.script), number, { ...record, state: first }, unconditional)
  if (state !== 'late') await putChange(fixture.as(fixture.script), number, { state: state as 'review' }, unconditional)
  const issue = fixture.issues.add({ title: number, status: 'To Do' })
  const records: HistoryRecords = {
    fixture,
    number,
    actionId: `imp_${number}`,
    issueKey: `OPS-${issue.number}`,
    actionOwner: whom,
    imports: [],
    read: new Map(),
  }
  const actionId = importer === null ? await createAction(records) : records.actionId
  if (importer !== null) await importAction(fixture.as(getActor(fixture, importer)), records, 'open')
  const named = createImplementer({ who: 'script', whom, choice: spellings.indexOf(spelling) })
  const importing = importer === null ? [] : toActionFacts(getResponsible(importer))
  const registered = { is: 'record', type, risk, state: state === 'late' ? 'closed' : state } as const
  const facts: Fact[] = [registered, ...named.facts, ...toActionFacts(whom), ...importing]
  return { records: { ...records, actionId }, facts }
}

const createAction = async (records: HistoryRecords): Promise<string> =>
  (await createImprovement(records.fixture.as(people.noor), { ...createActionFields(records), source_type: 'change' }))
    .id

/** Errors by which the service refuses an operation; any other is a fault of the service or of the test. */
const refusals: ReadonlySet<ErrorCode> = new Set([
  'conflict',
  'forbidden',
  'insufficient_scope',
  'invalid_parameter',
  'not_found',
  'precondition_failed',
])

/** Performs an operation. A refused operation does nothing. Throws unexpected errors. */
async function perform(records: HistoryRecords, { operation, ...draw }: OperationOfStep): Promise<readonly Fact[]> {
  const { endpoint, scriptEndpoint = endpoint, run } = operations[operation]
  const called = draw.who === 'script' ? scriptEndpoint : endpoint
  const actor = getActor(records.fixture, draw.who)
  try {
    if (called) authorize(called, actor)
    return await run(records.fixture.as(actor), records, draw)
  } catch (error) {
    if (error instanceof NothingToDo || (isAppError(error) && refusals.has(error.code))) return []
    throw error
  }
}

/**
 * Reads the stored state after a step directly, because three reads of the service would take most of the time of a
 * history.
 */
async function readState({ fixture, number, actionId }: HistoryRecords): Promise<ObservedState> {
  const [state] = await fixture.db
    .select({
      status: reviews.status,
      reviewer: reviews.reviewer,
      // Counted as the insights do.
      isCounted: sql<boolean>`${changes.pirCompleted} and ${reviews.status} is distinct from 'awaiting_sign_off'`,
      actionStatus: improvements.status,
    })
    .from(changes)
    .innerJoin(improvements, eq(improvements.id, actionId))
    .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
    .where(eq(changes.number, number))
  if (!state) throw new Error(`${number} or its action is missing.`)
  return { ...state, reviewer: findPersonKey(state.reviewer) }
}

/** Removes the records of a history, so that jobs do not read them in the next one. */
async function clear({ fixture, number, actionId }: HistoryRecords, { steps }: History): Promise<void> {
  const { db } = fixture
  await db.delete(issueLinks).where(eq(issueLinks.improvementId, actionId))
  await db.delete(improvements).where(eq(improvements.id, actionId))
  await db.delete(reviews).where(eq(reviews.changeNumber, number))
  await db.delete(policyDecisions).where(eq(policyDecisions.changeNumber, number))
  await db.delete(incidents).where(eq(incidents.number, `INC-${number}`))
  await db.delete(changes).where(eq(changes.number, number))
  await db.delete(users).where(like(users.id, `usr_${number}_%`))
  await fixture.restoreAccounts()
  if (steps.flat().some(({ operation }) => policyOperationNames.includes(operation))) await fixture.restorePolicy()
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
    if (violation) throw new Error(`after step ${violation.step}: ${violation.text}`)
  })
  const found = await fc.check(property, { numRuns: runs, seed, path: from, endOnFailure: true })
  if (!found.failed || found.counterexamplePath === null) return null
  const path = found.counterexamplePath
  const shorter = shortens ? await fc.check(property, { seed, path, interruptAfterTimeLimit: shorteningMs }) : found
  const { counterexample, errorInstance } = shorter.failed ? shorter : found
  const [history] = counterexample as [History]
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return `seed ${seed}, path ${path}, ${reason}\n    ${describeHistory(history)}`
}

/** A test with a fixture for its histories, in its own database. */
export const test = base.extend<{ fixture: Fixture }>({
  fixture: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from the pattern
    async ({}, use) => {
      const database = await createTestDatabase()
      setTestRuntime(database)
      const fixture = await openFixture(database.db)
      await use(fixture)
      setRuntime(undefined)
      await database.drop()
    },
    { scope: 'file' },
  ],
})

/** Source in which histories find that a clause is missing, and the violation that they find. */
export type Planted = Source & { readonly sees: string }

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
export async function expectToFind(fixture: Fixture, plant: () => Disposable, { sees, ...source }: Planted) {
  const search = {
    people: ['noor', 'henrike', 'paolo'],
    ...source,
    seed: 7,
    isParallel: false,
    shortens: false,
  } as const
  const findPlanted = async () => {
    const planted = plant()
    try {
      return await findViolation(fixture, { ...search, runs })
    } finally {
      planted[Symbol.dispose]()
    }
  }
  const violation = await findPlanted()
  expect(violation).toContain(sees)
  const path = /path (\d+)/.exec(violation ?? '')?.[1]
  expect(await findViolation(fixture, { ...search, runs: 1, path })).toBeNull()
}
