import { and, eq } from 'drizzle-orm'
import { createToken } from '#server/platform/auth/token-commands.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { listOthersRunning } from '#server/platform/runtime/report-process.ts'
import { apiTokens } from '#server/schema/access.ts'

const tokenName = 'Quickstart'
/** Milliseconds for which a token is valid. */
const validMs = 86_400_000

/**
 * Creates a token for one day. Tokens of earlier quickstarts are deleted, unless one is still running and has printed
 * its token.
 */
export async function createDemoToken(db: Queryable, now: Date): Promise<string> {
  if ((await listOthersRunning(db)).length === 0) {
    await db.delete(apiTokens).where(and(eq(apiTokens.name, tokenName), eq(apiTokens.origin, 'demo')))
  }
  const actor = createSystemActor('quickstart', 'quickstart')
  const expiresAt = new Date(now.getTime() + validMs).toISOString()
  const token = { name: tokenName, system: 'itsm', scope: 'write', expiresAt, origin: 'demo' } as const
  return (await createToken({ db, actor, now, requestId: 'quickstart' }, token)).secret
}
