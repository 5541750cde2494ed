import { and, arrayContains, eq, gte, inArray, isNull, lte, ne, notExists, notInArray, or, sql } from 'drizzle-orm'
import { changeNumbersIn } from '#lib/domain/change-number.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { DeploymentState } from './merge-deployment.ts'

/** The origin of a change that was made from a deployment. */
export const pipelineOrigin = 'pipeline'

export type ChangeMatch = { readonly number: string; readonly by: 'number' | 'window' }

/** A change of the organisation, not one that was made from a deployment. */
const isRecorded = and(eq(changes.isStub, false), ne(changes.origin, pipelineOrigin))
/** A change that may be implemented. */
const isAuthorised = and(isRecorded, notInArray(changes.state, ['new', 'assess', 'authorize', 'canceled']))

/** Milliseconds by which a deployment that names its change may miss the planned window. */
const toleranceMs = 86_400_000

/**
 * The change that a deployment belongs to: the one that it names, if that was authorised and open around the time when
 * it began, else the only one of its service in whose planned window it began. Null when no change authorised it.
 */
export async function matchChange(db: Queryable, state: DeploymentState): Promise<ChangeMatch | null> {
  const named = await findNamed(db, state)
  if (named !== null) return { number: named, by: 'number' }
  const planned = await findPlanned(db, state)
  return planned === null ? null : { number: planned, by: 'window' }
}

async function findNamed(db: Queryable, { facts, startedAt }: DeploymentState): Promise<string | null> {
  const numbers = numbersIn(facts)
  if (numbers.length === 0 || startedAt === null) return null
  const rows = await db
    .select({ number: changes.number })
    .from(changes)
    .where(and(inArray(changes.number, numbers), isAuthorised, isOpenAround(db, startedAt)))
  const known = new Set(rows.map(({ number }) => number))
  return numbers.find((number) => known.has(number)) ?? null
}

function numbersIn({ change, ref, title, text, url }: DeploymentState['facts']): string[] {
  return [...(change ? [change] : []), ...changeNumbersIn([change, ref, title, text, url])]
}

/** Whether a change was neither planned for another time nor closed long before. */
function isOpenAround(db: Queryable, at: string) {
  const time = Date.parse(at)
  const before = new Date(time - toleranceMs).toISOString()
  const after = new Date(time + toleranceMs).toISOString()
  const reviewedBefore = db
    .select({ found: sql`1` })
    .from(reviews)
    .where(and(eq(reviews.changeNumber, changes.number), lte(reviews.completedAt, before)))
  return and(
    or(isNull(changes.plannedStart), lte(changes.plannedStart, after)),
    or(isNull(changes.plannedEnd), gte(changes.plannedEnd, before)),
    or(
      ne(changes.state, 'closed'),
      gte(changes.actualEnd, before),
      and(isNull(changes.actualEnd), notExists(reviewedBefore)),
    ),
  )
}

/** For each deployment the recorded change that it names, whether or not that authorised it. */
export async function findNamedChanges(
  db: Queryable,
  deployments: readonly Pick<DeploymentState, 'facts'>[],
): Promise<(string | null)[]> {
  const named = deployments.map(({ facts }) => numbersIn(facts))
  const numbers = [...new Set(named.flat())]
  if (numbers.length === 0) return named.map(() => null)
  const rows = await db
    .select({ number: changes.number })
    .from(changes)
    .where(and(inArray(changes.number, numbers), isRecorded))
  const known = new Set(rows.map(({ number }) => number))
  return named.map((own) => own.find((number) => known.has(number)) ?? null)
}

async function findPlanned(db: Queryable, { service, startedAt }: DeploymentState): Promise<string | null> {
  if (startedAt === null) return null
  const [found, another] = await db
    .select({ number: changes.number })
    .from(changes)
    .where(
      and(
        arrayContains(changes.affectedServices, [service]),
        lte(changes.plannedStart, startedAt),
        gte(changes.plannedEnd, startedAt),
        isAuthorised,
      ),
    )
    .limit(2)
  return found && !another ? found.number : null
}
