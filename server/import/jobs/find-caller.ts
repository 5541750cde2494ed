import { and, eq } from 'drizzle-orm'
import type { ActorName, Context } from '#server/platform/runtime/context.ts'
import { auditEvents } from '#server/schema/history.ts'

/**
 * Finds the caller who shares turns and space with others: the account that issued a token, or the actor itself. Having
 * more tokens thus gives a person no more turns or space.
 */
export async function findCaller({ db }: Pick<Context, 'db'>, { kind, id }: ActorName): Promise<string> {
  if (kind !== 'token') return id
  const issued = [
    eq(auditEvents.entityType, 'api_token'),
    eq(auditEvents.entityId, id),
    eq(auditEvents.action, 'create'),
    eq(auditEvents.actorKind, 'account'),
  ]
  const [issue] = await db
    .select({ account: auditEvents.actorId })
    .from(auditEvents)
    .where(and(...issued))
  return issue?.account ?? id
}
