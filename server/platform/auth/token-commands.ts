import { and, eq, isNull } from 'drizzle-orm'
import { tokenActions } from '#lib/actions/access-actions.ts'
import type { ApiToken, NewApiToken } from '#lib/contracts/app/api-tokens.ts'
import { hasRole, type TokenRole, type TokenScope, type TokenSystem } from '#lib/contracts/endpoint.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { apiTokens } from '#server/schema/access.ts'
import { forgetToken } from './token-caller.ts'
import { cutTokenHint, hashToken, newTokenSecret, tokenColumns } from './token-queries.ts'

export type TokenToStore = {
  name: string
  system: TokenSystem
  scope: TokenScope
  /** The role of a token for `app`. */
  role?: TokenRole | null
  expiresAt: string | null
  origin: 'entry' | 'demo'
}

/** Creates a token. The secret is returned only here; the database stores its hash. */
export async function createToken(ctx: Context, input: TokenToStore): Promise<{ secret: string; token: ApiToken }> {
  const secret = newTokenSecret(input.system)
  return inTransaction(ctx, async (tx) => {
    const [token] = await tx.db
      .insert(apiTokens)
      .values({
        ...input,
        id: newId('tok', ctx.now),
        tokenHash: hashToken(secret),
        hint: cutTokenHint(secret),
        createdBy: ctx.actor.name,
        createdAt: ctx.now.toISOString(),
      })
      .returning(tokenColumns)
    if (!token) throw new Error('The token was not stored.')
    const { name, system, scope, role, expires_at } = token
    const access = role === null ? { scope } : { role }
    const changes = listDifferences({}, { name, system, ...access, expires_at })
    await recordEvent(tx, tokenActions.create, token.id, changes)
    return { secret, token }
  })
}

/** The scope that corresponds to the role of a service account. */
export const chooseScope = (role: TokenRole | null): TokenScope =>
  role === null || hasRole(role, 'reviewer') ? 'write' : 'read'

/** Creates a token for an admin. Throws `invalid_parameter` if it would already be expired. */
export async function createApiToken(ctx: Context, input: NewApiToken): Promise<{ secret: string; token: ApiToken }> {
  const { expires_at: expiresAt, role = null, scope = chooseScope(role), ...same } = input
  if (expiresAt !== null && Date.parse(expiresAt) <= ctx.now.getTime()) {
    throw invalidField('expires_at', 'body', 'must be in the future')
  }
  return createToken(ctx, { ...same, scope, role, expiresAt, origin: 'entry' })
}

/** Revokes a token: this process rejects it at once, others within 5 seconds. Idempotent. Throws `not_found`. */
export async function revokeApiToken(ctx: Context, id: string): Promise<void> {
  const tokenHash = await inTransaction(ctx, async (tx) => {
    const revokedAt = ctx.now.toISOString()
    const [revoked] = await tx.db
      .update(apiTokens)
      .set({ revokedAt })
      .where(and(eq(apiTokens.id, id), isNull(apiTokens.revokedAt)))
      .returning({ tokenHash: apiTokens.tokenHash })
    if (revoked) {
      const changes = listDifferences({}, { revoked_at: revokedAt })
      await recordEvent(tx, tokenActions.revoked, id, changes)
      return revoked.tokenHash
    }
    const [known] = await tx.db.select({ tokenHash: apiTokens.tokenHash }).from(apiTokens).where(eq(apiTokens.id, id))
    if (!known) throw notFound('API token', id)
    return known.tokenHash
  })
  forgetToken(tokenHash)
}
