import { randomBytes } from 'node:crypto'
import Bowser from 'bowser'
import { and, eq, gt, lt, type SQL } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts, sessions } from '#server/schema/access.ts'

/** Maximum seconds of a session, regardless of use. */
export const sessionLifetime = 8 * 60 * 60

/** Seconds without a request after which a session is over. */
const maxIdleSeconds = 2 * 60 * 60

/** Milliseconds until the last use of a session is stored again. */
const touchIntervalMs = 60_000

export type Session = typeof sessions.$inferSelect

/** The browser and IP address of a sign-in, by which the person can recognise the session. */
export type SessionOrigin = Pick<Session, 'browser' | 'ipAddress'>

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()

/** Starts a session; the identifier is 128 random bits. */
export async function startSession(
  db: Queryable,
  accountId: string,
  now: Date,
  origin: SessionOrigin = { browser: null, ipAddress: null },
): Promise<string> {
  const at = now.toISOString()
  const id = `ses_${randomBytes(16).toString('base64url')}`
  await db.insert(sessions).values({ id, accountId, startedAt: at, seenAt: at, ...origin })
  return id
}

/** A session and its account, expired or not; null if it was ended. */
export async function findSession(db: Queryable, id: string) {
  const [row] = await db
    .select({ session: sessions, account: accounts })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(eq(sessions.id, id))
  return row ?? null
}

/** True if a session is running: not older than its lifetime and not idle for too long. */
export function isSessionRunning({ startedAt, seenAt }: Session, now: Date): boolean {
  return startedAt > before(now, sessionLifetime * 1000) && seenAt > before(now, maxIdleSeconds * 1000)
}

/** Condition for the running sessions of an account, as `isSessionRunning` decides. */
export function matchesRunning(accountId: string, now: Date): SQL | undefined {
  return and(
    eq(sessions.accountId, accountId),
    gt(sessions.startedAt, before(now, sessionLifetime * 1000)),
    gt(sessions.seenAt, before(now, maxIdleSeconds * 1000)),
  )
}

/** True if the stored last use of a session is old enough to be updated. */
export const isTouchDue = ({ seenAt }: Session, now: Date): boolean => seenAt < before(now, touchIntervalMs)

/** Stores the use of a session, at most once a minute for all processes. */
export async function touchSession(db: Queryable, { id }: Session, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ seenAt: now.toISOString() })
    .where(and(eq(sessions.id, id), lt(sessions.seenAt, before(now, touchIntervalMs))))
}

/** Ends one session only. */
export async function endSession(db: Queryable, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id))
}

/** Deletes the sessions of an account whose version was raised, which ended them. */
export async function deleteAccountSessions(db: Queryable, accountId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.accountId, accountId))
}

/** Deletes expired sessions. */
export async function purgeSessions(db: Queryable, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.startedAt, before(now, sessionLifetime * 1000)))
}

/** Maximum length of a `User-Agent` that is parsed; browsers send shorter ones. */
const maxLength = 512

/** A browser as `Firefox on Windows`, from its `User-Agent`; null for an unknown one. */
export function describeBrowser(userAgent: string | null): string | null {
  if (!userAgent || userAgent.length > maxLength) return null
  const parser = Bowser.getParser(userAgent)
  const browser = parser.getBrowserName()
  const system = parser.getOSName()
  return [browser, system].filter(Boolean).join(' on ') || null
}
