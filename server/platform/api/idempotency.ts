import { and, eq, lt, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { findDatabaseErrorCode } from '#server/platform/db/error-code.ts'
import { createPlaceholders, runPrepared } from '#server/platform/db/prepared.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { HeaderFields } from '#server/platform/http/api-request.ts'
import type { HttpResponse } from '#server/platform/http/response.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { getRuntime, listReadableSecrets } from '#server/platform/runtime/runtime.ts'
import { markText, openText, sealText } from '#server/platform/sealed-text.ts'
import { idempotencyKeys } from '#server/schema/access.ts'

const storedForMs = 24 * 60 * 60 * 1000
/** The header of a stored response. */
export const replayedHeader = 'Idempotency-Replayed'
const lockNotAvailable = '55P03'

/** The `Idempotency-Key` of a request; null without one. */
export function readIdempotencyKey(headers: HeaderFields): string | null {
  const key = headers.get('idempotency-key')
  if (key !== null && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalidField('Idempotency-Key', 'header', 'must have 1 to 255 printable ASCII characters')
  }
  return key
}

/**
 * Runs `work` once for a caller, operation and key, and returns the stored response to repeated requests. The key row
 * and the writes of `work` are one transaction. `requestText` identifies the request; it and the response may contain a
 * password or a token, so they are stored sealed.
 */
export async function respondOnce(
  ctx: Context,
  { operation, key, requestText }: { operation: string; key: string; requestText: string },
  work: (ctx: Context) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const identity = { caller: `${ctx.actor.kind}:${ctx.actor.id}`, operation, key }
  const { secret } = getRuntime()
  const response = await inTransaction(ctx, async (tx) => {
    const isClaimed = await claimKey(tx.db, identity, markText(requestText, secret), ctx.now)
    if (!isClaimed) return null
    const response = await work(tx)
    const { status, headers, body } = response
    const sealed = { status, headers, body: body === null ? null : sealText(body, secret) }
    await runPrepared(tx.db, 'store response of key', { ...sealed, ...identity }, (db) =>
      db.update(idempotencyKeys).set(createPlaceholders(idempotencyKeys, sealed)).where(isKey),
    )
    return response
  })
  return response ?? findStoredResponse(ctx.db, identity, requestText)
}

type RequestIdentity = { caller: string; operation: string; key: string }

const isKey = and(
  eq(idempotencyKeys.caller, sql.placeholder('caller')),
  eq(idempotencyKeys.operation, sql.placeholder('operation')),
  eq(idempotencyKeys.key, sql.placeholder('key')),
)

/**
 * Inserts the key row or takes over an expired one; returns false when the key is in use. Waits at most 50 ms for the
 * row, then throws `idempotency_in_progress`: another request with the key is running.
 */
async function claimKey(tx: Transaction, identity: RequestIdentity, requestHash: string, now: Date): Promise<boolean> {
  const row = { ...identity, requestHash, createdAt: now.toISOString() }
  try {
    const claimed = await runPrepared(tx, 'claim key', { ...row, expiry: expiry(now) }, (db) => {
      const { caller, operation, key, ...request } = createPlaceholders(idempotencyKeys, row)
      const columns = {
        caller,
        operation,
        key,
        requestHash: request.requestHash,
        ...noResponse,
        createdAt: request.createdAt,
      }
      return db
        .insert(idempotencyKeys)
        .select(sql`select ${sql.join(Object.values(columns), sql`, `)} from set_config('lock_timeout', '50ms', true)`)
        .onConflictDoUpdate({
          target: [idempotencyKeys.caller, idempotencyKeys.operation, idempotencyKeys.key],
          set: { ...request, ...noResponse },
          setWhere: lt(idempotencyKeys.createdAt, sql.placeholder('expiry')),
        })
        .returning({ lockTimeout: sql`set_config('lock_timeout', '0', true)` })
    })
    return claimed.length > 0
  } catch (error) {
    if (findDatabaseErrorCode(error) !== lockNotAvailable) throw error
    throw stillRunning()
  }
}

const stillRunning = () =>
  new AppError('idempotency_in_progress', 'A request with this Idempotency-Key is still running; retry shortly.')

/** The response of a key whose request is running. */
const noResponse = { status: sql`null`, headers: sql`null`, body: sql`null` }

async function findStoredResponse(
  db: Queryable,
  identity: RequestIdentity,
  requestText: string,
): Promise<HttpResponse> {
  const [row] = await runPrepared(db, 'find key', identity, (db) => db.select().from(idempotencyKeys).where(isKey))
  if (!row || row.status === null) throw stillRunning()
  if (!listReadableSecrets().some((secret) => markText(requestText, secret) === row.requestHash)) {
    throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used with another path or body.')
  }
  const body = row.body === null ? null : openText(row.body, listReadableSecrets())
  return { status: row.status, headers: { ...row.headers, [replayedHeader]: 'true' }, body }
}

const expiry = (now: Date) => new Date(now.getTime() - storedForMs).toISOString()

/** Deletes expired keys with their responses. */
export async function purgeIdempotencyKeys(db: Queryable, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, expiry(now)))
}
