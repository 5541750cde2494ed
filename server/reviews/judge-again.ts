import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { demandsSignOff } from '#lib/domain/counted-records.ts'
import { hasImplemented } from '#lib/domain/four-eyes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { lockChange, writeReviewFields } from '#server/changes/write-review-fields.ts'
import { notify } from '#server/notifications/notify.ts'
import type { FieldChanges } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { listFormerRules } from '#server/policy/former-rules.ts'
import { getJudged } from '#server/policy/get-judged.ts'
import { judgedColumns } from '#server/policy/judged-changes.ts'
import { readRules } from '#server/policy/rules.ts'
import { auditEvents } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import { type LockedReview, lockWithChange, withHistory } from './finish-review.ts'
import { findReviewToFollow, submitThroughApi } from './follow-api-write.ts'
import { readHistory } from './history-of-changes.ts'
import { moveReview } from './move-review.ts'
import { cameClosed, openMarkedReview, policyActor, wasLive } from './open-marked-review.ts'
import { judgedReview, type ReviewRow } from './queries.ts'
import { openAgain } from './reopen-review.ts'
import { markReopened } from './review-versions.ts'
import { listPossibleSigners, signersOf } from './signers.ts'

const reason = 'The change was written since, and now needs a sign-off.'

/** Whether a write changed what decides whether a change needs a signature. */
export const isJudgedBy = (written: FieldChanges): boolean =>
  Object.keys(written).some((field) => field in judgedColumns)

/**
 * Lets a review that was completed without a signature wait for one, if a write to its change, which was just made, shows
 * that it needs one: by the rules that were in force at its completion, or because whoever completed it turns out to be
 * the implementer. So does a change that a token marked as reviewed. A later rule does not reopen old reviews.
 */
export async function judgeAgain(ctx: Omit<TxContext, 'actor'>, changeNumber: string): Promise<void> {
  const within = { ...ctx, actor: policyActor }
  const change = await lockChange(ctx.db, changeNumber)
  // An open review is judged when it is completed. It is not locked here, since its commands lock it before the change.
  if (!change.pir_completed) return
  const row = await findReviewToFollow(ctx.db, change.number)
  if (row?.status === 'completed') await judgeCompleted(within, row)
  else if (row?.status !== 'awaiting_sign_off') await judgeMarked(within, change, row)
}

async function judgeCompleted(ctx: TxContext, row: ReviewRow): Promise<void> {
  if (row.completedAt === null || row.signedOffAt !== null) return
  const locked = await lockWithChange(ctx.db, row)
  if (await needsSignatureNow(ctx.db, locked, row.completedAt)) await awaitSignature(ctx, locked)
}

/** A change that counts as reviewed by what a token wrote, and not by a review here. */
async function judgeMarked(ctx: TxContext, change: VersionedChange, row: ReviewRow | null): Promise<void> {
  const history =
    (await readHistory(ctx.db, [{ number: change.number, reference: row?.reference ?? null }])).get(change.number) ?? []
  const marking = history.findLast(({ entity, changes }) => entity === 'change' && changes.pir_completed?.to === true)
  if (!marking || cameClosed(change, history)) return
  const took = { parts: [], unresolved: [], unstated: [] }
  if (!(await needsSignatureNow(ctx.db, { change, took }, marking.at))) return
  await submitThroughApi(ctx, await withHistory(ctx.db, row ?? (await openMarkedReview(ctx, change)), change))
}

/** Judges again the changes that an import updated, by its identifier; the time is that of the import. */
export async function judgeImportedAgain(ctx: Omit<TxContext, 'actor'>): Promise<void> {
  const found = await ctx.db
    .selectDistinct({ number: auditEvents.entityId })
    .from(auditEvents)
    .innerJoin(changes, eq(changes.number, auditEvents.entityId))
    .leftJoin(reviews, eq(reviews.changeNumber, auditEvents.entityId))
    .where(
      and(
        and(eq(auditEvents.requestId, ctx.requestId), eq(auditEvents.entityType, 'change')),
        and(eq(auditEvents.action, 'update'), eq(changes.pirCompleted, true), isNull(reviews.signedOffAt)),
        or(isNotNull(reviews.reference), wasLive),
        sql`exists (select from json_object_keys(${auditEvents.changes}) as field
          where field = any(${sql.param(Object.keys(judgedColumns))}::text[]))`,
      ),
    )
    .orderBy(auditEvents.entityId)
  for (const { number } of found) await judgeAgain(ctx, number)
}

async function needsSignatureNow(
  tx: Transaction,
  { change, took }: Pick<LockedReview, 'change' | 'took'>,
  completedAt: string,
): Promise<boolean> {
  const completers = took.parts.filter(({ kind }) => kind === 'completed')
  if (completers.some(({ person }) => hasImplemented({ email: person }, took))) return true
  const rules = await readRules(tx)
  const inForce = [
    ...rules.filter(({ updated_at: at }) => at <= completedAt),
    ...(await listFormerRules(tx, rules, completedAt)),
  ]
  const record = await getJudged(tx, change.number)
  return demandsSignOff([{ ...record, state: change.state, incidents: [] }], inForce)
}

async function awaitSignature(ctx: TxContext, { row, change, steps }: LockedReview): Promise<void> {
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
