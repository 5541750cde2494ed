import { and, arrayContains, eq, gte, inArray, lte, ne, notInArray } from 'drizzle-orm'
import { changeNumbersIn } from '#lib/domain/change-number.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { changes } from '#server/schema/changes.ts'
import type { DeploymentState } from './merge-deployment.ts'

/** The origin of a change that was made from a deployment. */
export const pipelineOrigin = 'pipeline'

export type ChangeMatch = { readonly number: string; readonly by: 'number' | 'window' }

/** A change of the organisation that may be implemented. */
const isRealChange = and(eq(changes.isStub, false), ne(changes.origin, pipelineOrigin), ne(changes.state, 'canceled'))

/**
 * The change that a deployment belongs to: the one that it names, else the only one of its service in whose planned
 * window it began. Null when no change authorised it.
 */
export async function matchChange(db: Queryable, state: DeploymentState): Promise<ChangeMatch | null> {
  const named = await findNamed(db, state)
  if (named !== null) return { number: named, by: 'number' }
  const planned = await findPlanned(db, state)
  return planned === null ? null : { number: planned, by: 'window' }
}

async function findNamed(db: Queryable, { facts }: DeploymentState): Promise<string | null> {
  const { change, ref, title, text, url } = facts
  const numbers = [...(change ? [change] : []), ...changeNumbersIn([change, ref, title, text, url])]
  if (numbers.length === 0) return null
  const rows = await db
    .select({ number: changes.number })
    .from(changes)
    .where(and(inArray(changes.number, numbers), isRealChange))
  const known = new Set(rows.map(({ number }) => number))
  return numbers.find((number) => known.has(number)) ?? null
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
        notInArray(changes.state, ['new', 'assess', 'authorize']),
        isRealChange,
      ),
    )
    .limit(2)
  return found && !another ? found.number : null
}
