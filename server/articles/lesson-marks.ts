import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import { changeActions } from '#lib/actions/record-actions.ts'
import type { MarkedLesson } from '#lib/contracts/app/articles.ts'
import { isLocked } from '#lib/contracts/app/review-values.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { getArticleTitle, titleReach } from '#lib/domain/articles/article-title.ts'
import type { LessonEffect } from '#lib/domain/articles/lesson-marks.ts'
import { isSameEmail } from '#lib/domain/four-eyes/same-person.ts'
import { lockChange } from '#server/changes/lock-change.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { getNumber } from '#server/platform/db/find-record.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Context, getActingAccount } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { articles, lessonMarks } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'

/** Lists the lessons that were marked for a change, by any spelling of its number. Throws `not_found`. */
export async function listMarkedLessons({ db }: Context, number: string): Promise<MarkedLesson[]> {
  const { mark, markedBy: marked_by, markedAt: marked_at } = lessonMarks
  const beginning = sql<string>`left(${articles.content}, ${titleReach})`
  const rows = await db
    .select({ id: articles.id, beginning, mark, marked_by, marked_at })
    .from(lessonMarks)
    .innerJoin(articles, eq(articles.id, lessonMarks.article))
    .where(eq(lessonMarks.change, await getNumber(db, changes.number, 'change', number)))
    .orderBy(marked_at, articles.id)
  return rows.map(({ beginning, ...row }) => ({ ...row, title: getArticleTitle(beginning) }))
}

/**
 * Marks what became of a lesson for a change, or withdraws the mark (null), by its implementer or a reviewer. Throws
 * `not_found`, `forbidden`, and `conflict` once its review is submitted or recorded.
 */
export async function markLesson(
  ctx: Context,
  { number, id }: { readonly number: string; readonly id: string },
  mark: MarkedLesson['mark'] | null,
): Promise<void> {
  const { email, role } = getActingAccount(ctx)
  await inTransaction(ctx, async (tx) => {
    const change = await lockChange(tx.db, number)
    if (!hasRole(role, 'reviewer') && !isSameEmail(change.assigned_to ?? '', email))
      throw new AppError('forbidden', 'Only the implementer of the change and reviewers mark its lessons.')
    const [review] = await tx.db
      .select({ status: reviews.status })
      .from(reviews)
      .where(eq(reviews.changeNumber, number))
    if (review ? isLocked(review) : change.pir_completed)
      throw new AppError('conflict', `The review of ${number} is submitted, so the marks of its lessons stay.`)
    const [article] = await tx.db.select({ id: articles.id }).from(articles).where(eq(articles.id, id)).for('key share')
    if (!article) throw notFound('article', id)
    const isThis = and(eq(lessonMarks.article, id), eq(lessonMarks.change, number))
    const [before] = await tx.db.select({ mark: lessonMarks.mark }).from(lessonMarks).where(isThis)
    const known = before?.mark ?? null
    if (known === mark) return
    if (mark === null) await tx.db.delete(lessonMarks).where(isThis)
    else {
      const values = { mark, markedBy: email, markedAt: tx.now.toISOString() }
      await tx.db
        .insert(lessonMarks)
        .values({ article: id, change: number, ...values })
        .onConflictDoUpdate({ target: [lessonMarks.article, lessonMarks.change], set: values })
    }
    await recordEvent(tx, changeActions.lesson_marked, number, {
      lesson: { from: known && id, to: mark && id },
      lesson_mark: { from: known, to: mark },
    })
  })
}

/** Counts the reviewed changes that marked a lesson as applied and otherwise, and those of them that had issues. */
export async function compareChanges({ db }: Context, id: string): Promise<LessonEffect> {
  const isReviewed = sql`${changes.pirCompleted} and ${changes.state} <> 'canceled'`
  const isApplied = sql<boolean>`${lessonMarks.mark} = 'applied'`
  const rows = await db
    .select({
      isApplied,
      reviewed: count(),
      troubled: sql<number>`(count(*) filter (where ${changes.pirOutcome} <> 'successful'))::int`,
    })
    .from(lessonMarks)
    .innerJoin(changes, eq(changes.number, lessonMarks.change))
    .where(and(eq(lessonMarks.article, id), isNotNull(changes.pirOutcome), isReviewed))
    .groupBy(isApplied)
  const find = (wanted: boolean) => rows.find((row) => row.isApplied === wanted) ?? { reviewed: 0, troubled: 0 }
  return { applied: find(true), otherwise: find(false) }
}
