import { and, eq, isNull } from 'drizzle-orm'
import { demandsSignOff } from '#lib/domain/counted-records.ts'
import { hasImplemented } from '#lib/domain/four-eyes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { writeReviewFields } from '#server/changes/write-review-fields.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { listFormerRules } from '#server/policy/former-rules.ts'
import { getJudged } from '#server/policy/get-judged.ts'
import { readRules } from '#server/policy/rules.ts'
import { auditEvents } from '#server/schema/access.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { Within } from './each-review.ts'
import { type LockedReview, lockWithChange } from './finish-review.ts'
import { moveReview } from './move-review.ts'
import { judgedReview } from './queries.ts'
import { openAgain } from './reopen-review.ts'
import { markReopened } from './review-versions.ts'
import { listPossibleSigners, signersOf } from './signers.ts'

/** Who reopens a review that was completed without the signature that its change turned out to need. */
const policy = { kind: 'system', id: 'decide-reviews', name: 'Hindsight' } as const
const reason = 'The change was written since, and now needs a sign-off.'

/**
 * Lets a review that was completed without a signature wait for one, if a write to its change since then shows that it
 * needs one: by the rules that were in force at its completion, or because whoever completed it turns out to be the
 * implementer. A later rule does not reopen old reviews.
 */
export async function judgeAgain(ctx: Omit<Within, 'actor'>, changeNumber: string): Promise<void> {
  const within = { ...ctx, actor: policy }
  const [row] = await ctx.db
    .select()
    .from(reviews)
    .where(and(eq(reviews.changeNumber, changeNumber), eq(reviews.status, 'completed'), isNull(reviews.signedOffAt)))
    .for('update')
  if (!row || row.completedAt === null) return
  const locked = await lockWithChange(ctx.db, row)
  if (!(await needsSignatureNow(ctx.db, locked, row.completedAt))) return
  await awaitSignature(within, locked)
}

/** Judges again the changes that an import updated, by its identifier; the time is that of the import. */
export async function judgeImportedAgain(ctx: Omit<Within, 'actor'>): Promise<void> {
  const found = await ctx.db
    .selectDistinct({ number: auditEvents.entityId })
    .from(auditEvents)
    .innerJoin(reviews, eq(reviews.changeNumber, auditEvents.entityId))
    .where(
      and(
        and(eq(auditEvents.requestId, ctx.requestId), eq(auditEvents.entityType, 'change')),
        and(eq(auditEvents.action, 'update'), eq(reviews.status, 'completed'), isNull(reviews.signedOffAt)),
      ),
    )
    .orderBy(auditEvents.entityId)
  for (const { number } of found) await judgeAgain(ctx, number)
}

async function needsSignatureNow(tx: Transaction, locked: LockedReview, completedAt: string): Promise<boolean> {
  const { change, history, took } = locked
  const record = await getJudged(tx, change.number)
  const isWritten = history.some(
    ({ entity, at, action, changes }) =>
      entity === 'change' &&
      action === 'update' &&
      at > completedAt &&
      Object.keys(changes).some((key) => key in record),
  )
  if (!isWritten) return false
  const completers = took.parts.filter(({ kind }) => kind === 'completed')
  if (completers.some(({ person }) => hasImplemented({ email: person }, took))) return true
  const rules = await readRules(tx)
  const inForce = [
    ...rules.filter(({ updated_at: at }) => at <= completedAt),
    ...(await listFormerRules(tx, rules, completedAt)),
  ]
  return demandsSignOff([{ ...record, state: change.state, incidents: [] }], inForce)
}

async function awaitSignature(ctx: Within, { row, change, steps }: LockedReview): Promise<void> {
  const at = ctx.now.toISOString()
  const { pir_outcome, pir_reference, pir_date } = change
  const isThroughApi = row.completedThrough === 'api'
  await markReopened(ctx, row, reason)
  const written = await writeReviewFields(ctx, change, { pir_completed: isThroughApi })
  const moved = await moveReview(
    ctx,
    row,
    {
      ...openAgain,
      status: 'awaiting_sign_off',
      needsSignOff: true,
      submittedAt: at,
      submittedBy: isThroughApi ? null : row.reviewer,
      setThroughApi: isThroughApi
        ? { at, by: row.completedBy ?? ctx.actor.name, pir_outcome, pir_reference, pir_date }
        : null,
    },
    { reopen_reason: { from: null, to: reason } },
  )
  const review = await judgedReview(ctx.db, moved, written, steps)
  await notify(ctx, signersOf(await listPossibleSigners(ctx.db), review), {
    kind: 'sign_off_requested',
    title: `The review ${row.reference} needs a sign-off after all`,
    body: `It waits for your sign-off. ${change.number}: ${change.title}. ${reason}`,
    path: pagePaths.review(change.number, 'sign-off'),
  })
}
