import { and, gte, inArray, isNotNull } from 'drizzle-orm'
import { listOwnTexts } from '#server/people/names.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'

const yearInMilliseconds = 365 * 86_400_000

/** Lists the teams of the actor: the assignment groups of the changes of the last year that the actor implements. */
export async function listOwnTeams({ db, actor, now }: Context): Promise<string[]> {
  if (actor.kind !== 'account') return []
  const texts = await listOwnTexts(db, actor)
  const rows = await db
    .selectDistinct({ team: changes.assignmentGroup })
    .from(changes)
    .where(
      and(
        inArray(changes.assignedTo, texts),
        gte(changes.createdAt, new Date(now.getTime() - yearInMilliseconds).toISOString()),
        isNotNull(changes.assignmentGroup),
      ),
    )
    .orderBy(changes.assignmentGroup)
  return rows.flatMap(({ team }) => team ?? [])
}
