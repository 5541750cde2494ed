import { createHash } from 'node:crypto'
import { and, desc, eq, ne, type SQL } from 'drizzle-orm'
import { accountActions } from '#lib/actions/access-actions.ts'
import type { Action } from '#lib/actions/action.ts'
import type * as contract from '#lib/contracts/app/own-data.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { type FieldChanges, recordEvent } from '#server/platform/audit/record-event.ts'
import { toRecord } from '#server/platform/db/record-columns.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { clearOwnFailures, countOwnAttempt } from '#server/platform/limits/sign-in-limit.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getActingAccount } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { sessions } from '#server/schema/access.ts'
import { findAccount } from './account-queries.ts'
import { isPassword } from './password.ts'
import { forgetSessions } from './session-caller.ts'
import { matchesRunning, type Session } from './sessions.ts'

type PasswordProof = BodyOf<typeof contract.endMySession>

/** Maximum sessions in the list, more than a person reads; the others can be ended together. */
const maxListed = 100

/** The public id of a session: its identifier is half of the credential and must not leave the cookie. */
const toPublicId = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 22)

/** The running sessions of the signed-in person: the current one, then the last used. */
export async function listMySessions(ctx: Context): Promise<ResponseOf<typeof contract.listMySessions>> {
  const { id, sessionId } = getActingAccount(ctx)
  const [running, needsPassword] = await Promise.all([
    ctx.db.select().from(sessions).where(matchesRunning(id, ctx.now)).orderBy(desc(sessions.seenAt), desc(sessions.id)),
    hasOwnPassword(ctx),
  ])
  const isCurrent = (session: Session) => session.id === sessionId
  const listed = [...running.filter(isCurrent), ...running.filter((session) => !isCurrent(session))].slice(0, maxListed)
  return {
    result: listed.map((session) => ({
      id: toPublicId(session.id),
      ...toRecord(sessions, session, ['browser', 'address', 'started_at', 'seen_at']),
      is_current: isCurrent(session),
    })),
    total_count: running.length,
    needs_password: needsPassword,
  }
}

const alreadyEnded = () => new AppError('not_found', 'This session has already ended.')

/** Ends one session of the signed-in person: at once in this process, within two seconds in others. */
export async function endMySession(ctx: Context, name: string, proof: PasswordProof): Promise<void> {
  await assertIsOwner(ctx, proof)
  const running = await ctx.db
    .select()
    .from(sessions)
    .where(matchesRunning(getActingAccount(ctx).id, ctx.now))
  const session = running.find(({ id }) => toPublicId(id) === name)
  if (!session) throw alreadyEnded()
  const changes = { session: { from: session.browser ?? 'an unknown browser', to: null } }
  const count = await endSessions(ctx, eq(sessions.id, session.id), accountActions.session_ended, () => changes)
  if (count === 0) throw alreadyEnded()
}

/** Ends every other session of the signed-in person. Throws as `assertOwnPassword` does. */
export async function endMyOtherSessions(ctx: Context, proof: PasswordProof): Promise<void> {
  await assertIsOwner(ctx, proof)
  const { sessionId = '' } = getActingAccount(ctx)
  await endSessions(ctx, ne(sessions.id, sessionId), accountActions.other_sessions_ended, (count) => ({
    sessions: { from: count + 1, to: 1 },
  }))
}

async function assertIsOwner(ctx: Context, { current_password = '' }: PasswordProof): Promise<void> {
  if (await hasOwnPassword(ctx)) await assertOwnPassword(ctx, current_password)
}

/** Ends running sessions of the person that match `which`, records it if there are any, and returns their number. */
async function endSessions(ctx: Context, which: SQL, action: Action, describeChanges: (count: number) => FieldChanges) {
  const { id } = getActingAccount(ctx)
  const count = await inTransaction(ctx, async (tx) => {
    const endedSessions = await tx.db
      .delete(sessions)
      .where(and(matchesRunning(id, ctx.now), which))
      .returning({ id: sessions.id })
    if (endedSessions.length > 0) await recordEvent(tx, action, id, describeChanges(endedSessions.length))
    return endedSessions.length
  })
  forgetSessions()
  return count
}

/** Throws `invalid_parameter` unless it is the own password, and `rate_limited` after too many wrong ones. */
export async function assertOwnPassword(ctx: Context, password: string): Promise<void> {
  const { id, email } = getActingAccount(ctx)
  const account = await findAccount(ctx.db, id)
  await countOwnAttempt(email)
  if (!(await isPassword(account?.passwordHash ?? null, password))) {
    throw invalidField('current_password', 'body', 'must be your current password')
  }
  await clearOwnFailures(email)
}

/** True if the signed-in person has a local password; people who sign in with a provider may have none. */
async function hasOwnPassword(ctx: Context): Promise<boolean> {
  return (await findAccount(ctx.db, getActingAccount(ctx).id))?.passwordHash != null
}
