import { and, eq, lt, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/client.ts'
import { databaseErrorCode } from '#server/db/error-code.ts'
import { idempotencyKeys } from '#server/db/schema/access.ts'
import { runShaped } from '#server/db/statement.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { rowPlaceholders } from '#server/db/with-row.ts'
import { AppError, invalidField } from '#server/errors.ts'
import { getRuntime, readableSecrets } from '#server/runtime.ts'
import type { Answer } from './answer.ts'
import { markText, openText, sealText } from './sealed-text.ts'

/** Milliseconds that an answer is kept for a repeated key. */
const keptFor = 24 * 60 * 60 * 1000
const lockNotAvailable = '55P03'

/** The `Idempotency-Key` of a request; null without one. */
export function idempotencyKeyOf(headers: Headers): string | null {
  const key = headers.get('idempotency-key')
  if (key !== null && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalidField('Idempotency-Key', 'header', 'must have 1 to 255 printable ASCII characters')
  }
  return key
}

/**
 * Does `work` once for a caller, operation and key, and gives the kept answer to every repetition. The key row and the
 * write of `work` are one transaction, so neither can exist without the other. `requestText` tells requests apart that
 * are not the same. It and the answer may hold a password or a token: what is kept of them is sealed.
 */
export async function answerOnce(
  ctx: Context,
  operation: string,
  key: string,
  requestText: string,
  work: (ctx: Context) => Promise<Answer>,
): Promise<Answer> {
  const identity = { caller: `${ctx.actor.kind}:${ctx.actor.id}`, operation, key }
  const { secret } = getRuntime()
  const requestHash = markText(requestText, secret)
  const answer = await inTransaction(ctx.db, async (tx) => {
    if (!(await claimKey(tx, { ...identity, requestHash }, ctx.now))) return null
    const done = await work({ ...ctx, db: tx })
    const body = done.body === null ? null : sealText(done.body, secret)
    await keepAnswer(tx, { ...identity, status: done.status, headers: { ...done.headers }, body })
    return done
  })
  return answer ?? findAnswer(ctx.db, identity, requestText)
}

type Identity = { caller: string; operation: string; key: string }

const isKey = ({ caller, operation, key }: Identity) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.operation, operation), eq(idempotencyKeys.key, key))

/** Inserts the key row, or takes over one that is past its time; false when it stands already. */
async function claimKey(tx: Queryable, row: Identity & { requestHash: string }, now: Date): Promise<boolean> {
  const fresh = { status: null, headers: null, body: null, createdAt: now.toISOString() }
  const values = { ...row, ...fresh, expiry: expiry(now) }
  try {
    return (await runShaped(tx, { key: 'claim an idempotency key', values }, () => claim(tx))).length === 1
  } catch (error) {
    if (databaseErrorCode(error) !== lockNotAvailable) throw error
    throw new AppError('idempotency_in_progress', 'A request with this Idempotency-Key is still running; try again.')
  }
}

/** The limit of waiting is set, and lifted again, by the statement itself: it would take two more. */
function claim(tx: Queryable) {
  const fields = { key: idempotencyKeys.key, limit: sql<string>`set_config('lock_timeout', '0', true)` }
  const limited = sql`(select set_config('lock_timeout', '50ms', true)) as limited`
  const query = tx
    .insert(idempotencyKeys)
    .select(sql`select ${rowPlaceholders(idempotencyKeys, '')} from ${limited}`)
    .onConflictDoUpdate({
      target: [idempotencyKeys.caller, idempotencyKeys.operation, idempotencyKeys.key],
      set: {
        requestHash: sql`excluded.request_hash`,
        status: null,
        headers: null,
        body: null,
        createdAt: sql`excluded.created_at`,
      },
      setWhere: lt(idempotencyKeys.createdAt, sql.placeholder('expiry')),
    })
    .returning(fields)
  return { query, fields }
}

type Done = Identity & { status: number; headers: Record<string, string>; body: string | null }

async function keepAnswer(tx: Queryable, answer: Done): Promise<void> {
  const value = (name: keyof Done) => sql.placeholder(name)
  const fields = { key: idempotencyKeys.key }
  await runShaped(tx, { key: 'keep the answer of an idempotency key', values: answer }, () => ({
    query: tx
      .update(idempotencyKeys)
      .set({ status: value('status'), headers: value('headers'), body: value('body') } as never)
      .where(
        and(
          eq(idempotencyKeys.caller, value('caller')),
          eq(idempotencyKeys.operation, value('operation')),
          eq(idempotencyKeys.key, value('key')),
        ),
      )
      .returning(fields),
    fields,
  }))
}

async function findAnswer(db: Queryable, identity: Identity, requestText: string): Promise<Answer> {
  const [row] = await db.select().from(idempotencyKeys).where(isKey(identity))
  if (!row || row.status === null) {
    throw new AppError('idempotency_in_progress', 'A request with this Idempotency-Key is still running; try again.')
  }
  if (!readableSecrets().some((secret) => markText(requestText, secret) === row.requestHash)) {
    throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used with another path or body.')
  }
  const body = row.body === null ? null : openText(row.body, readableSecrets())
  return { status: row.status, headers: { ...row.headers, 'Idempotency-Replayed': 'true' }, body }
}

const expiry = (now: Date) => new Date(now.getTime() - keptFor).toISOString()

/** Deletes the answers that are past their time. */
export async function purgeIdempotencyKeys(db: Queryable, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, expiry(now)))
}
