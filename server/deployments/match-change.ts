import { and, eq, inArray, min, ne, notInArray, sql } from 'drizzle-orm'
import { findChangeNumbers } from '#lib/domain/change/change-number.ts'
import { numberKey as keyOf } from '#lib/text/record-number.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { changes } from '#server/schema/changes.ts'
import { numberKeySql } from '#server/schema/columns.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { DeploymentState } from './merge-deployment.ts'

/** Origin of changes that are created from deployments. */
export const pipelineOrigin = 'pipeline'

export type ChangeMatch = { readonly number: string; readonly by: 'number' | 'mention' | 'window' }

/** Changes of the organisation, without those created from deployments. */
const isRecorded = and(eq(changes.isStub, false), ne(changes.origin, pipelineOrigin))
/** States in which a change may not be implemented. */
export const unauthorisedStates = ['new', 'assess', 'authorize', 'canceled'] as const

/** Milliseconds by which a deployment that names its change may miss the planned window. */
const toleranceMs = 86_400_000
/** Maximum changes of a service that are compared at the time of a deployment. */
const maxPlanned = 20

/**
 * Finds the change of each deployment; null when no change authorised it.
 *
 * - A deployment that names a change in its own field belongs to it or to none: the change must be of the deployed
 *   service, or of none, authorised, and open around the time when the deployment began.
 * - Any other belongs to a change of its service in whose planned window it began: to the one that its texts mention,
 *   or to the only one, unless its texts mention another.
 */
export async function matchChanges(db: Queryable, states: readonly DeploymentState[]): Promise<(ChangeMatch | null)[]> {
  const [recorded, planned] = await Promise.all([findRecorded(db, states), findPlanned(db, states)])
  return states.map((state, index) => {
    const { facts, service, startedAt } = state
    if (startedAt === null) return null
    if (facts.change) {
      const recordedNumbers = listNamedNumbers(facts).flatMap((one) => recorded(one) ?? [])
      const change = recordedNumbers.find((one) => isOfService(one, service) && isOpenAround(one, startedAt))
      return change === undefined ? null : { number: change.number, by: 'number' }
    }
    return matchPlanned(listMentionedNumbers(facts), planned.get(index) ?? [], recorded)
  })
}

function matchPlanned(
  mentioned: readonly string[],
  planned: readonly string[],
  recorded: FindRecorded,
): ChangeMatch | null {
  const fitting = mentioned.map((number) => recorded(number)?.number ?? number).find((one) => planned.includes(one))
  if (fitting !== undefined) return { number: fitting, by: 'mention' }
  const [only, another] = planned
  if (only === undefined || another !== undefined) return null
  const isOfAnother = mentioned.some((number) => recorded(number) !== undefined || isSameSeries(number, only))
  return isOfAnother ? null : { number: only, by: 'window' }
}

type RecordedChange = {
  readonly number: string
  readonly services: readonly string[]
  readonly state: string
  readonly plannedStart: string | null
  readonly plannedEnd: string | null
  readonly actualEnd: string | null
  readonly reviewedAt: string | null
}

/** Finds the recorded change with a number in any spelling. */
type FindRecorded = (number: string) => RecordedChange | undefined

/** Finds the recorded changes that deployments name or mention. */
async function findRecorded(
  db: Queryable,
  deployments: readonly Pick<DeploymentState, 'facts'>[],
): Promise<FindRecorded> {
  const numbers = [
    ...new Set(deployments.flatMap(({ facts }) => [...listNamedNumbers(facts), ...listMentionedNumbers(facts)])),
  ]
  if (numbers.length === 0) return () => undefined
  const { number, affectedServices: services, state, plannedStart, plannedEnd, actualEnd } = changes
  const rows = await db
    .select({ number, services, state, plannedStart, plannedEnd, actualEnd, reviewedAt: min(reviews.completedAt) })
    .from(changes)
    .leftJoin(reviews, eq(reviews.changeNumber, number))
    .where(and(inArray(numberKeySql(number), numbers.map(keyOf)), isRecorded))
    .groupBy(number)
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  const byKey = new Map(rows.map((row) => [keyOf(row.number), row]))
  return (one) => byNumber.get(one) ?? byKey.get(keyOf(one))
}

/** True if a change affects a service, or names none. */
const isOfService = ({ services }: RecordedChange, service: string): boolean =>
  services.length === 0 || services.some((one) => one.toLowerCase() === service.toLowerCase())

/** True if a change was authorised, and is neither planned for another time nor closed long before. */
function isOpenAround(change: RecordedChange, at: string): boolean {
  if (unauthorisedStates.some((state) => state === change.state)) return false
  const before = new Date(Date.parse(at) - toleranceMs).toISOString()
  const after = new Date(Date.parse(at) + toleranceMs).toISOString()
  const isPlanned = (change.plannedStart ?? before) <= after && (change.plannedEnd ?? after) >= before
  const endedAt = change.actualEnd ?? change.reviewedAt
  return isPlanned && (change.state !== 'closed' || endedAt === null || endedAt >= before)
}

/** Finds the authorised changes of the service in whose planned window each deployment began, by its index. */
async function findPlanned(db: Queryable, states: readonly DeploymentState[]): Promise<Map<number, string[]>> {
  const begun = states.flatMap(({ service, startedAt }, index) =>
    startedAt === null ? [] : [{ index, service, startedAt }],
  )
  if (begun.length === 0) return new Map()
  const { rows } = await db.execute<{ index: number; number: string }>(sql`
    select d.index, planned.number
    from unnest(
      ${sql.param(begun.map(({ index }) => index))}::int[],
      ${sql.param(begun.map(({ service }) => service))}::text[],
      ${sql.param(begun.map(({ startedAt }) => startedAt))}::timestamptz[]
    ) d (index, service, started_at)
    cross join lateral (
      select ${changes.number} as number from ${changes}
      where ${changes.affectedServices} @> array[d.service]
        and ${changes.plannedStart} <= d.started_at and ${changes.plannedEnd} >= d.started_at
        and ${isRecorded} and ${notInArray(changes.state, [...unauthorisedStates])}
      order by ${changes.number}
      limit ${maxPlanned}
    ) planned`)
  const byIndex = Map.groupBy(rows, ({ index }) => index)
  return new Map([...byIndex].map(([index, plannedRows]) => [index, plannedRows.map(({ number }) => number)]))
}

/** A change that a deployment without one names or mentions. */
export type NamedChange = { readonly number: string; readonly naming: 'named' | 'unknown' | 'mentioned' }

/** Finds the change that each deployment names in its field, known or not, else a known one that its texts mention. */
export async function findNamedChanges(
  db: Queryable,
  deployments: readonly Pick<DeploymentState, 'facts'>[],
): Promise<(NamedChange | null)[]> {
  const recorded = await findRecorded(db, deployments)
  return deployments.map(({ facts }) => {
    const [recordedNumbers, mentioned] = [listNamedNumbers(facts), listMentionedNumbers(facts)].map(
      (numbers) => numbers.flatMap((number) => recorded(number) ?? [])[0]?.number,
    )
    if (recordedNumbers !== undefined) return { number: recordedNumbers, naming: 'named' }
    if (facts.change) return { number: facts.change, naming: 'unknown' }
    return mentioned === undefined ? null : { number: mentioned, naming: 'mentioned' }
  })
}

type DeploymentFacts = DeploymentState['facts']

/** Returns the numbers in the sender's field for the change, as written and in capitals. */
function listNamedNumbers({ change }: DeploymentFacts): string[] {
  return change ? [...new Set([change, ...findChangeNumbers([change])])] : []
}

/** Returns possible numbers of changes in texts that anybody who commits can write: branch, title, payload, URL. */
const listMentionedNumbers = ({ ref, title, text, url }: DeploymentFacts): string[] =>
  findChangeNumbers([ref, title, text, url])

const letters = /^[a-z]+/i

/** True if two numbers begin with the same letters, as those of one system do. */
const isSameSeries = (one: string, other: string): boolean =>
  letters.exec(one)?.[0].toUpperCase() === letters.exec(other)?.[0].toUpperCase()
