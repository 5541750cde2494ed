import { hash, randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { ApiToken, type listApiTokens as contract } from '#lib/contracts/app/api-tokens.ts'
import type { TokenState } from '#lib/contracts/app/values.ts'
import type { QueryOf, TokenSystem } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type { Database } from '#server/platform/db/client.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { selectPage } from '#server/platform/db/select-page.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { apiTokens } from '#server/schema/access.ts'

/** The columns of a token under the names of the contract, without its hash. */
export const tokenColumns = recordColumns(apiTokens, ApiToken.keyof().options)

export type TokenRow = typeof apiTokens.$inferSelect

/** The token with this hash in any state; null if there is none. */
export async function findTokenByHash(db: Database, tokenHash: string): Promise<TokenRow | null> {
  const [row] = await db.select().from(apiTokens).where(eq(apiTokens.tokenHash, tokenHash))
  return row ?? null
}

/** Stores the use of a token, at most once a minute for each token. */
export async function touchToken(db: Database, id: string, now: Date): Promise<void> {
  const minuteAgo = new Date(now.getTime() - 60_000).toISOString()
  await db
    .update(apiTokens)
    .set({ lastUsedAt: now.toISOString() })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, minuteAgo))))
}

/** A page of the tokens, newest first, including revoked and expired ones unless a state is requested. */
export async function listApiTokens(
  ctx: Context,
  { state, ...page }: QueryOf<typeof contract>,
): Promise<Page<ApiToken> & { counts: Record<TokenState, number> }> {
  const states = stateConditions(ctx.now)
  const tokenPage = await selectPage(ctx.db, {
    from: apiTokens,
    columns: tokenColumns,
    where: state && states[state],
    orderBy: [desc(apiTokens.createdAt), desc(apiTokens.id)],
    page,
  })
  const countWhere = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const [counts] = await ctx.db
    .select({
      active: countWhere(states.active),
      expired: countWhere(states.expired),
      revoked: countWhere(states.revoked),
    })
    .from(apiTokens)
  return { ...tokenPage, counts: counts ?? { active: 0, expired: 0, revoked: 0 } }
}

/** Each token is in exactly one state: a revoked one is not expired. */
function stateConditions(now: Date): Record<TokenState, SQL> {
  const { revokedAt, expiresAt } = apiTokens
  const at = sql.param(now.toISOString(), expiresAt)
  return {
    active: sql`(${revokedAt} is null and (${expiresAt} is null or ${expiresAt} > ${at}))`,
    expired: sql`(${revokedAt} is null and ${expiresAt} <= ${at})`,
    revoked: sql`${revokedAt} is not null`,
  }
}

/** A new secret of 256 random bits, with a prefix that identifies it as a token of a system. */
export const newTokenSecret = (system: TokenSystem): string =>
  `hindsight_${system}_${randomBytes(32).toString('base64url')}`

/** The stored form of a secret: its SHA-256, hexadecimal. */
export const hashToken = (secret: string): string => hash('sha256', secret, 'hex')

/** The prefix and four characters, by which people recognise a secret. The random part may contain `_` too. */
export const cutTokenHint = (secret: string): string => /^hindsight_[a-z]+_.{4}/.exec(secret)?.[0] ?? secret.slice(0, 4)
