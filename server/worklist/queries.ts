import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { queueFields } from '#lib/contracts/app/queue.ts'
import type { WorklistSection } from '#lib/contracts/app/review-values.ts'
import {
  type Worklist,
  type WorklistCovered,
  type WorklistEntry,
  type WorklistSectionRows,
  worklistRows,
} from '#lib/contracts/app/worklist.ts'
import { buildOpenReviewsQuery, buildSectionQuery, getSections, isOwnSection } from '#lib/review/worklists.ts'
import { listVerificationsFor } from '#server/improvements/verifiers.ts'
import { type Cover, listCoveredBy } from '#server/people/delegates.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { findRole } from '#server/platform/auth/caller.ts'
import { parseWhere } from '#server/platform/db/filter-sql.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { selectPage } from '#server/platform/db/select-page.ts'
import { type Context, getToday } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { hasUnfinishedStatus, improvements } from '#server/schema/improvements.ts'
import { dueOrNever, isOpenReview, reviews } from '#server/schema/reviews.ts'
import { readChanges, readConfirmations, readQuestions, readSecondLooks } from './own-part.ts'
import { getClock, openFilterColumns, queueColumns } from './queue/columns.ts'
import { findStepsOfBegun } from './queue/queries.ts'

/**
 * Returns the work that waits for the actor: the first rows of each section, due ones first, with exact counts. A token
 * has no personal work, only the sections that are the same for everybody with its role.
 */
export async function getWorklist(ctx: Context): Promise<Worklist> {
  const { actor } = ctx
  if (actor.kind !== 'account') {
    const shared = getSections(findRole(actor) ?? 'viewer').filter((section) => !isOwnSection(section))
    const sections = await Promise.all(
      shared.map((section) => readSection(ctx, section, buildSectionQuery(section, ''))),
    )
    const nothing = {
      verifications: none,
      actions: noActions,
      questions: none,
      second_looks: none,
      confirmations: none,
      changes: { ...none, query: '' },
    }
    return { today: getToday(ctx), sections, ...nothing, covered: [] }
  }
  const [sections, verifications, actions, questions, second_looks, confirmations, changes, covers] = await Promise.all(
    [
      Promise.all(
        getSections(actor.role).map((section) => readSection(ctx, section, buildSectionQuery(section, actor.email))),
      ),
      readVerifications(ctx, actor),
      readActions(ctx, actor.email),
      readQuestions(ctx, actor),
      readSecondLooks(ctx, actor),
      readConfirmations(ctx, actor),
      readChanges(ctx, actor),
      listCoveredBy(ctx.db, actor.email, ctx.now),
    ],
  )
  const covered = await Promise.all(covers.map((cover) => readCovered(ctx, cover)))
  return {
    today: getToday(ctx),
    sections,
    verifications,
    actions,
    questions,
    second_looks,
    confirmations,
    changes,
    covered,
  }
}

const none = { total_count: 0, entries: [] }
const noActions = { ...none, overdue_count: 0 }

/** Reads the open work of an absent person for whom the actor stands in. */
async function readCovered(ctx: Context, { absent, until }: Cover): Promise<WorklistCovered> {
  const [reviews, verifications, actions] = await Promise.all([
    readSection(ctx, 'mine', buildOpenReviewsQuery(absent.email)),
    readVerifications(ctx, absent),
    readActions(ctx, absent.email),
  ])
  const { email, name } = absent
  return { email, name, until, reviews, verifications, actions }
}

/** Reads a section. All its changes have a review, so it is read from the reviews, by the filters of the queue. */
async function readSection(ctx: Context, section: WorklistSection, query: string): Promise<WorklistSectionRows> {
  const { rows, total } = await selectPage(ctx.db, {
    from: reviews,
    leftJoin: { table: changes, on: eq(changes.number, reviews.changeNumber) },
    columns: buildColumns(getClock(ctx)),
    where: and(
      // True for every section, but stated so that the partial index of open reviews is used.
      isOpenReview,
      parseWhere(query, queueFields, openFilterColumns(getClock(ctx))),
    ),
    orderBy: [asc(dueOrNever(reviews.dueOn)), asc(changes.actualEnd), asc(changes.number)],
    page: { page: 1, limit: worklistRows },
  })
  const steps = await findStepsOfBegun(ctx.db, isOwnSection(section) ? rows : [])
  const entries = rows.map((row) => ({ ...row, open_step: steps.get(row.review_reference ?? '') ?? null }))
  return { section, query, total_count: total, entries }
}

function buildColumns(clock: ReturnType<typeof getClock>) {
  const all = queueColumns(clock)
  return {
    number: all.number,
    title: all.title,
    type: all.type,
    risk: all.risk,
    actual_end: all.actual_end,
    review_status: all.review_status,
    review_reference: all.review_reference,
    reviewer: all.reviewer,
    reviewer_name: all.reviewer_name,
    form_kind: all.form_kind,
    reasons: all.reasons,
    due_on: all.due_on,
    due_in_days: all.due_in_days,
    age_days: all.age_days,
    reminded_at: all.reminded_at,
    submitted_at: sql<string | null>`${reviews.submittedAt}`.mapWith(reviews.submittedAt).as('submitted_at'),
    waiver_requested: sql<WorklistEntry['waiver_requested']>`${reviews.waiverRequest}`.as('waiver_requested'),
    returned: sql<WorklistEntry['returned']>`${reviews.returned}`.as('returned'),
  }
}

async function readVerifications(
  { db }: Context,
  person: Parameters<typeof listVerificationsFor>[1],
): Promise<Worklist['verifications']> {
  const { rows, total } = await listVerificationsFor(db, person, worklistRows)
  const names = await findPeopleNames(
    db,
    rows.map(({ done_by: by }) => by),
  )
  return { total_count: total, entries: rows.map((row) => ({ ...row, done_by_name: names.of(row.done_by) })) }
}

const actionColumns = recordColumns(improvements, ['id', 'title', 'source_ref', 'target_date', 'status'])

async function readActions(ctx: Context, email: string): Promise<Worklist['actions']> {
  const own = and(eq(improvements.owner, email), hasUnfinishedStatus(improvements.status))
  const [{ rows, total }, overdue] = await Promise.all([
    selectPage(ctx.db, {
      from: improvements,
      columns: actionColumns,
      where: own,
      orderBy: [asc(improvements.targetDate), asc(improvements.id)],
      page: { page: 1, limit: worklistRows },
    }),
    ctx.db.$count(improvements, and(own, lt(improvements.targetDate, getToday(ctx)))),
  ])
  return { total_count: total, overdue_count: overdue, entries: rows }
}
