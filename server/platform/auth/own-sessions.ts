import { createHash } from 'node:crypto'
import { and, desc, eq, ne, type SQL } from 'drizzle-orm'
import type * as contract from '#lib/contracts/app/sessions.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { type FieldChanges, recordEvent } from '#server/platform/audit/record-event.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { sessions } from '#server/schema/access.ts'
import { actingAccount } from './acting-account.ts'
import { assertOwnPassword, hasOwnPassword } from './own-password.ts'
import { forgetSessions } from './session-caller.ts'
import { runningOf, type Session } from './sessions.ts'

type Proof = BodyOf<typeof contract.endMySession>

/** More than a person looks through; the others are ended together. */
const mostListed = 100

/** What a session is called outside: its identifier is half of what opens it, and does not leave the cookie. */
const outerName = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 22)

/** The running sessions of the signed-in person: the one of the request, then the last used. */
export async function listMySessions(ctx: Context): Promise<ResponseOf<typeof contract.listMySessions>> {
  const { id, sessionId } = actingAccount(ctx)
  const [running, needsPassword] = await Promise.all([
    ctx.db.select().from(sessions).where(runningOf(id, ctx.now)).orderBy(desc(sessions.seenAt), desc(sessions.id)),
    hasOwnPassword(ctx),
  ])
  const isCurrent = (session: Session) => session.id === sessionId
  const listed = [...running.filter(isCurrent), ...running.filter((session) => !isCurrent(session))].slice(
    0,
    mostListed,
  )
  return {
    result: listed.map((session) => ({
      id: outerName(session.id),
      browser: session.browser,
      address: session.address,
      started_at: session.startedAt,
      seen_at: session.seenAt,
      is_current: isCurrent(session),
    })),
    total_count: running.length,
    needs_password: needsPassword,
  }
}

const overAlready = () => new AppError('not_found', 'This session is over already.')

/**
 * Ends one session of the signed-in person: here at once, in other processes within two seconds. Throws `not_found`, and
 * as `assertOwnPassword` does where the person has a password.
 */
export async function endMySession(ctx: Context, name: string, proof: Proof): Promise<void> {
  await assertIsOwner(ctx, proof)
  const running = await ctx.db
    .select()
    .from(sessions)
    .where(runningOf(actingAccount(ctx).id, ctx.now))
  const session = running.find(({ id }) => outerName(id) === name)
  if (!session) throw overAlready()
  const changes = { session: { from: session.browser ?? 'an unknown browser', to: null } }
  const count = await endThose(ctx, eq(sessions.id, session.id), () => changes)
  if (count === 0) throw overAlready()
}

/** Ends every session of the signed-in person but the one of the request. Throws as `assertOwnPassword` does. */
export async function endMyOtherSessions(ctx: Context, proof: Proof): Promise<void> {
  await assertIsOwner(ctx, proof)
  const { sessionId = '' } = actingAccount(ctx)
  await endThose(ctx, ne(sessions.id, sessionId), (count) => ({ sessions: { from: count + 1, to: 1 } }))
}

async function assertIsOwner(ctx: Context, { current_password = '' }: Proof): Promise<void> {
  if (await hasOwnPassword(ctx)) await assertOwnPassword(ctx, current_password)
}

/** Ends the running ones among the person's sessions, and tells the history where there were any. Gives their number. */
async function endThose(ctx: Context, which: SQL, changesOf: (count: number) => FieldChanges): Promise<number> {
  const { id } = actingAccount(ctx)
  const count = await inTransaction(ctx.db, async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(runningOf(id, ctx.now), which))
      .returning({ id: sessions.id })
    if (ended.length > 0) await recordEvent({ ...ctx, db: tx }, 'update', 'account', id, changesOf(ended.length))
    return ended.length
  })
  forgetSessions()
  return count
}
