import { LRUCache } from 'lru-cache'
import type { HeaderFields } from '#server/platform/http/api-request.ts'
import { log } from '#server/platform/log/log.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import type { AccountRow } from './account-queries.ts'
import { readSession } from './session-token.ts'
import { endSession, findSession, isSessionRunning, isTouchDue, type Session, touchSession } from './sessions.ts'

/** Milliseconds that a session is cached: an ended session is rejected after this time. */
const trustMs = 2_000

/** The header of requests that a page sends without an action of the person; they do not prolong a session. */
const backgroundHeader = 'x-hindsight-unasked'

type KnownSession = { session: Session; readonly account: AccountRow }

const sessionsById = processWide(
  'known-sessions',
  () =>
    new LRUCache<string, { readonly found: KnownSession | null }>({
      max: 10_000,
      ttl: trustMs,
      // Removing a session from the cache must not fail requests that are reading it. Does not apply to a result of
      // undefined.
      ignoreFetchAbort: true,
      fetchMethod: async (id) => ({ found: (await findSession(getRuntime().db, id)) ?? null }),
    }),
)

/** The session of a cookie and its account; null without one, or when it ended or the account is disabled. */
export async function findRunningSession(headers: HeaderFields, now = new Date()) {
  const token = await readSession(headers)
  const runningSession = token && (await sessionsById.fetch(token.sessionId))?.found
  if (!runningSession || !isSessionRunning(runningSession.session, now)) return null
  const { account, session } = runningSession
  if (account.isDisabled || account.sessionVersion !== token.sessionVersion) return null
  if (headers.get(backgroundHeader) === null && isTouchDue(session, now)) {
    // Updated at once, so that requests write nothing until the next database read.
    runningSession.session = { ...session, seenAt: now.toISOString() }
    touchSession(getRuntime().db, session, now).catch((error) => log.warn({ err: error }, 'session not touched'))
  }
  return runningSession
}

/** Ends the session of a request: at once in this process, within two seconds in others. */
export async function endCurrentSession(headers: HeaderFields): Promise<void> {
  const token = await readSession(headers)
  if (!token) return
  await endSession(getRuntime().db, token.sessionId)
  sessionsById.delete(token.sessionId)
}

/** Clears the cache, so that a change to an account takes effect in this process at once. */
export function forgetSessions(): void {
  sessionsById.clear()
}
