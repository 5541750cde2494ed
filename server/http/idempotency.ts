import { and, eq, lt, sql } from 'drizzle-orm'
import type { WithSubquery } from 'drizzle-orm/subquery'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/client.ts'
import { databaseErrorCode } from '#server/db/error-code.ts'
import { type PlannedWrite, perform, writeIf } from '#server/db/planned-write.ts'
import { idempotencyKeys } from '#server/db/schema/access.ts'
import { runShaped } from '#server/db/statement.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { rowParameters, rowValues } from '#server/db/with-row.ts'
import { AppError, invalidField } from '#server/errors.ts'
import { getRuntime, readableSecrets } from '#server/runtime.ts'
import type { Answer } from './answer.ts'
import type { HeaderFields } from './api-request.ts'
import { markText, openText, sealText } from './sealed-text.ts'

/** Milliseconds that an answer is kept for a repeated key. */
const keptFor = 24 * 60 * 60 * 1000
const lockNotAvailable = '55P03'

/** The `Idempotency-Key` of a request; null without one. */
export function idempotencyKeyOf(headers: HeaderFields): string | null {
  const key = headers.get('idempotency-key')
  if (key !== null && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalidField('Idempotency-Key', 'header', 'must have 1 to 255 printable ASCII characters')
  }
  return key
}

/** What is done once: work that finds its answer while it is done, or a write whose answer is known before. */
export type Work = ((ctx: Context) => Promise<Answer>) | { readonly write: PlannedWrite; readonly answer: Answer }

/** Does `work` without a key, as often as it is asked for. */
export async function answerAlways(ctx: Context, work: Work): Promise<Answer> {
  if (typeof work === 'function') return work(ctx)
  await perform(ctx.db, work.write)
  return work.answer
}

/**
 * Does `work` once for a caller, operation and key, and gives the kept answer to every repetition. The key row and the
 * write of `work` are one transaction, so neither can exist without the other; a planned write is one statement with it.
 * `requestText` tells requests apart that are not the same. It and the answer may hold a password or a token: what is
 * kept of them is sealed.
 */
export async function answerOnce(
  ctx: Context,
  operation: string,
  key: string,
  requestText: string,
  work: Work,
): Promise<Answer> {
  const identity = { caller: `${ctx.actor.kind}:${ctx.actor.id}`, operation, key }
  const { secret } = getRuntime()
  const request = { ...identity, requestHash: markText(requestText, secret) }
  if (typeof work !== 'function') {
    const isDone = await claimKey(ctx.db, { ...request, ...kept(work.answer, secret) }, ctx.now, work.write)
    return isDone ? work.answer : findAnswer(ctx.db, identity, requestText)
  }
  const answer = await inTransaction(ctx.db, async (tx) => {
    if (!(await claimKey(tx, { ...request, ...unanswered }, ctx.now))) return null
    const done = await work({ ...ctx, db: tx })
    await keepAnswer(tx, { ...identity, ...kept(done, secret) })
    return done
  })
  return answer ?? findAnswer(ctx.db, identity, requestText)
}

type Identity = { caller: string; operation: string; key: string }
type Kept = { status: number; headers: Record<string, string>; body: string | null }

const unanswered = { status: null, headers: null, body: null }

/** An answer as it is kept. */
const kept = ({ status, headers, body }: Answer, secret: string): Kept => ({
  status,
  headers: { ...headers },
  body: body === null ? null : sealText(body, secret),
})

const isKey = ({ caller, operation, key }: Identity) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.operation, operation), eq(idempotencyKeys.key, key))

type Claim = Identity & { requestHash: string } & (Kept | typeof unanswered)

/**
 * Inserts the key row, or takes over one that is past its time, and does `write` in the same statement; false, and
 * nothing is written, when it stands already.
 */
async function claimKey(db: Queryable, row: Claim, now: Date, write?: PlannedWrite): Promise<boolean> {
  const parameters = rowParameters(prefix, { ...row, createdAt: now.toISOString() })
  const shape = { key: 'claim an idempotency key', values: { ...parameters, expiry: expiry(now) } }
  try {
    return await writeIf(db, { shape, part: (within) => claim(within, write === undefined) }, write)
  } catch (error) {
    if (databaseErrorCode(error) !== lockNotAvailable) throw error
    throw new AppError('idempotency_in_progress', 'A request with this Idempotency-Key is still running; try again.')
  }
}

const prefix = 'key_'

/** The limit of waiting is set, and lifted where the work is still to come, by the statement itself: it would take two more. */
function claim(db: Queryable, isBefore: boolean): WithSubquery {
  const limited = sql`(select set_config('lock_timeout', '50ms', true)) as limited`
  const limit = sql<string>`set_config('lock_timeout', '0', true)`.as('limit')
  const insertion = db
    .insert(idempotencyKeys)
    .select(sql`select ${rowValues(idempotencyKeys, prefix)} from ${limited}`)
    .onConflictDoUpdate({
      target: [idempotencyKeys.caller, idempotencyKeys.operation, idempotencyKeys.key],
      set: {
        requestHash: sql`excluded.request_hash`,
        status: sql`excluded.status`,
        headers: sql`excluded.headers`,
        body: sql`excluded.body`,
        createdAt: sql`excluded.created_at`,
      },
      setWhere: lt(idempotencyKeys.createdAt, sql.placeholder('expiry')),
    })
    .returning({ key: idempotencyKeys.key, ...(isBefore && { limit }) })
  return db.$with('claimed').as(insertion)
}

async function keepAnswer(tx: Queryable, answer: Identity & Kept): Promise<void> {
  const value = (name: keyof (Identity & Kept)) => sql.placeholder(name)
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
