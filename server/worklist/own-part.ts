import { and, asc, count, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { queueFields } from '#lib/contracts/app/queue.ts'
import { type Worklist, type WorklistChange, worklistRows } from '#lib/contracts/app/worklist.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { foldPersonText } from '#lib/domain/four-eyes/person-index.ts'
import { isSameEmail } from '#lib/domain/four-eyes/same-person.ts'
import { mayReply } from '#lib/review/requester-replies.ts'
import { buildOwnChangesQuery } from '#lib/review/worklists.ts'
import { findPeopleNames, listOwnTexts } from '#server/people/names.ts'
import { resolvePeople } from '#server/people/resolve-people.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { parseWhere } from '#server/platform/db/filter-sql.ts'
import { selectPage } from '#server/platform/db/select-page.ts'
import { type Actor, type Context, getToday } from '#server/platform/runtime/context.ts'
import { articles } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { conclusions, standardDecisions } from '#server/schema/former-states.ts'
import { requesterQuestions, reviews } from '#server/schema/reviews.ts'
import { getClock, queueColumns, queueFilterColumns } from './queue/columns.ts'

type Person = Extract<Actor, { kind: 'account' }>

/**
 * Reads the changes that a person implements or requested, as the filter of the queue finds them: the last ended first,
 * then future ones.
 */
export async function readChanges(ctx: Context, person: Person): Promise<Worklist['changes']> {
  const texts = await listOwnTexts(ctx.db, person)
  const query = buildOwnChangesQuery(texts)
  const { number, title, state, is_stub, pir_completed, pir_outcome, review_status } = queueColumns(getClock(ctx))
  const isOwn = sql<boolean>`coalesce(${inArray(changes.assignedTo, texts)}, false)`
  const { rows, total } = await selectPage(ctx.db, {
    from: changes,
    leftJoin: { table: reviews, on: eq(reviews.changeNumber, changes.number) },
    columns: {
      number,
      title,
      state,
      is_stub,
      pir_completed,
      pir_outcome,
      review_status,
      implements: isOwn.as('implements'),
    },
    where: parseWhere(query, queueFields, queueFilterColumns(getClock(ctx))),
    // No index has this order, so PostgreSQL finds the few changes of the person by their texts.
    orderBy: [
      sql`${changes.actualEnd} is null`,
      sql`coalesce(${changes.actualEnd}, ${changes.plannedStart}, ${changes.createdAt}) desc`,
      asc(changes.number),
    ],
    page: { page: 1, limit: worklistRows },
  })
  const lessons = await countLessons(
    ctx.db,
    rows.map((row) => row.number),
  )
  const entries = rows.map(
    ({ implements: isImplementer, ...row }): WorklistChange => ({
      ...row,
      part: isImplementer ? 'implementer' : 'requester',
      lesson_count: lessons.get(row.number) ?? 0,
    }),
  )
  return { query, total_count: total, entries }
}

async function countLessons(db: Queryable, numbers: readonly string[]): Promise<ReadonlyMap<string | null, number>> {
  const rows = await db
    .select({ number: articles.sourceChange, total: count() })
    .from(articles)
    .where(inArray(articles.sourceChange, [...numbers]))
    .groupBy(articles.sourceChange)
  return new Map(rows.map(({ number, total }) => [number, total]))
}

/** Maximum open questions of a person that are read; a review has at most 40. */
const maxQuestions = 100

/** Reads the questions that a person has to answer, first expiry first. */
export async function readQuestions({ db, now }: Context, person: Person): Promise<Worklist['questions']> {
  const { id, question, requester, askedBy, askedByName, expiresAt } = requesterQuestions
  const isTheirs: SQL = sql`lower(${requester}) = ${foldPersonText(person.email)}`
  const rows = await db
    .select({
      id,
      question,
      number: changes.number,
      title: changes.title,
      askedByName,
      expiresAt,
      requester,
      askedBy,
      reviewer: reviews.reviewer,
      implementer: { assigned_to: changes.assignedTo, stated: reviews.implementer },
    })
    .from(requesterQuestions)
    .innerJoin(reviews, eq(reviews.reference, requesterQuestions.reference))
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(and(isTheirs, isNull(requesterQuestions.answeredAt), gt(expiresAt, now.toISOString())))
    .orderBy(asc(expiresAt), asc(id))
    .limit(maxQuestions)
  const open = rows.filter((row) => mayReply(person, row))
  const entries = open.slice(0, worklistRows).map(({ id, question, number, title, askedByName, expiresAt }) => ({
    id,
    question,
    number,
    title,
    asked_by_name: askedByName,
    expires_at: expiresAt,
  }))
  return { total_count: open.length, entries }
}

/** Reads the completed reviews of a person whose result is to be looked at again, those that wait longest first. */
export async function readSecondLooks(ctx: Context, person: Person): Promise<Worklist['second_looks']> {
  const { rows, total } = await selectPage(ctx.db, {
    from: reviews,
    leftJoin: { table: changes, on: eq(changes.number, reviews.changeNumber) },
    columns: {
      number: sql<string>`${changes.number}`.as('number'),
      title: sql<string>`${changes.title}`.as('title'),
      outcome: sql<Worklist['second_looks']['entries'][number]['outcome']>`${changes.pirOutcome}`.as('outcome'),
      completed_at: sql<string | null>`${reviews.completedAt}`.mapWith(reviews.completedAt).as('completed_at'),
      second_look_on: sql<string>`${reviews.secondLookOn}`.as('second_look_on'),
    },
    where: and(
      eq(reviews.status, 'completed'),
      isNull(reviews.secondLook),
      lte(reviews.secondLookOn, getToday(ctx)),
      eq(reviews.reviewer, person.email),
    ),
    orderBy: [asc(reviews.secondLookOn), asc(changes.number)],
    page: { page: 1, limit: worklistRows },
  })
  return { total_count: total, entries: rows }
}

/** Reads what a second manager has to sign or confirm, and this one may: what others wrote that waits longest first. */
export async function readConfirmations({ db }: Context, person: Person): Promise<Worklist['confirmations']> {
  if (!hasRole(person.role, 'manager')) return { total_count: 0, entries: [] }
  const { quarter, authors, writtenAt } = conclusions
  const { model, decidedBy, decidedAt } = standardDecisions
  const rows = await db
    .select({ kind: sql<Kind>`'conclusion'`, id: quarter, authors, written_at: writtenAt })
    .from(conclusions)
    .where(isNull(conclusions.signedAt))
    .unionAll(
      db
        .select({
          kind: sql<Kind>`'standard_change'`,
          id: model,
          authors: sql<string[]>`array[${decidedBy}]`,
          written_at: decidedAt,
        })
        .from(standardDecisions)
        .where(isNull(standardDecisions.confirmedAt)),
    )
    .orderBy(sql`4, 2`)
  const writers = rows.flatMap((row) => row.authors)
  const [people, names] = await Promise.all([resolvePeople(db, writers), findPeopleNames(db, writers)])
  const isOwn = (email: string) => people.get(email)?.emails.some((one) => isSameEmail(one, person.email)) ?? false
  const nameOf = (email: string) => names.of(email) ?? email
  const entries = rows
    .filter((row) => !row.authors.some(isOwn))
    .map(({ authors: written, ...row }) => ({ ...row, written_by: nameOf(written.at(-1) ?? '') }))
  return { total_count: entries.length, entries: entries.slice(0, worklistRows) }
}

type Kind = Worklist['confirmations']['entries'][number]['kind']
