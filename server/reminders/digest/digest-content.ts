import { and, asc, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { MailContent, MailItem } from '#lib/contracts/app/mail-content.ts'
import { queueFields } from '#lib/contracts/app/queue.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { addBusinessDays } from '#lib/domain/policy/business-days.ts'
import { buildSectionQuery, getSections } from '#lib/review/worklists.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { findSignedCheckpoint } from '#server/history/ledger/ledger-key.ts'
import { listVerificationsFor } from '#server/improvements/verifiers.ts'
import { listCoveredBy } from '#server/people/delegates.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { parseWhere } from '#server/platform/db/filter-sql.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { hasUnfinishedStatus, improvements } from '#server/schema/improvements.ts'
import { notifications } from '#server/schema/notifications.ts'
import { isOpenReview, reviews } from '#server/schema/reviews.ts'
import { openFilterColumns } from '#server/worklist/queue/columns.ts'

export type DigestReader = { readonly id: string; readonly name: string; readonly email: string; readonly role: Role }
export type DigestDay = { readonly today: string; readonly holidays: ReadonlySet<string> }

/** Maximum entries listed in each section. */
const maxItems = 15
/** Business days for reviews, and days for actions, that the digest looks ahead. */
const reviewsAhead = 5
const actionsAhead = 7

/**
 * Composes the digest for a day: work that is due for the person and the people they cover, work that waits for the
 * person, and unread notifications. Null if all are empty.
 */
export async function writeDigest(
  { db, now }: Pick<Context, 'db' | 'now'>,
  reader: DigestReader,
  day: DigestDay,
): Promise<MailContent | null> {
  // Sequential: a transaction has one connection.
  const covered: ReturnType<typeof buildSection>[] = []
  for (const { absent } of await listCoveredBy(db, reader.email, now)) {
    covered.push(
      buildSection(`Reviews for ${absent.name}`, await listDueReviews(db, absent.email, day)),
      buildSection(`Actions for ${absent.name}`, await listDueActions(db, absent.email, day)),
    )
  }
  const allSections = [
    buildSection('Waiting for your sign-off', await listWaitingFor(db, 'sign_off', reader, day.today)),
    buildSection('Waivers to confirm', await listWaitingFor(db, 'confirm_waiver', reader, day.today)),
    buildSection('Your reviews', await listDueReviews(db, reader.email, day)),
    buildSection('Waiting for your verification', await listWaitingVerifications(db, reader)),
    buildSection('Your actions', await listDueActions(db, reader.email, day)),
    ...covered,
    buildSection('Unread', await countUnread(db, reader)),
  ]
  const sections = allSections.flatMap((filled) => filled ?? [])
  if (sections.length === 0) return null
  return {
    lead: 'What is due or waits for you.',
    sections,
    action: { label: 'Open Hindsight', path: pagePaths.start },
    ...(await findSignedCheckpoint(db)),
  }
}

type DigestItems = { readonly items: readonly MailItem[]; readonly total: number }
function buildSection(heading: string, { items, total }: DigestItems) {
  if (total === 0) return null
  const rest = total - items.length
  return { heading: `${heading} (${total})`, items: rest > 0 ? [...items, { title: `and ${rest} more` }] : items }
}

const total = sql<number>`(count(*) over ())::int`.as('total')
const toDigestItems = <Row extends { total: number }>(
  rows: readonly Row[],
  item: (row: Row) => MailItem,
): DigestItems => ({ items: rows.map(item), total: rows[0]?.total ?? 0 })
function describeDue(due: string | null, today: string): string {
  if (due === null) return ''
  if (due < today) return `overdue since ${formatDay(due)}`
  return due === today ? 'due today' : `due on ${formatDay(due)}`
}

const selectReviews = (db: Queryable, where: SQL | undefined, sort: PgColumn) =>
  db
    .select({
      reference: reviews.reference,
      change: reviews.changeNumber,
      due: reviews.dueOn,
      title: changes.title,
      reviewer: reviews.reviewerName,
      total,
    })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(where)
    .orderBy(asc(sort), asc(reviews.reference))
    .limit(maxItems)

async function listDueReviews(db: Queryable, email: string, { today, holidays }: DigestDay): Promise<DigestItems> {
  const isNear = lte(reviews.dueOn, addBusinessDays(today, reviewsAhead, holidays))
  const isOwn = and(eq(reviews.reviewer, email), inArray(reviews.status, ['not_started', 'in_progress']), isNear)
  const rows = await selectReviews(db, isOwn, reviews.dueOn)
  return toDigestItems(rows, ({ reference, change, due, title }) => ({
    title: `${reference}, ${describeDue(due, today)}`,
    body: `${change}: ${title}`,
    path: pagePaths.review(change),
  }))
}

/** Lists reviews as Today does. */
async function listWaitingFor(
  db: Queryable,
  name: 'sign_off' | 'confirm_waiver',
  { email, role }: DigestReader,
  day: string,
): Promise<DigestItems> {
  if (!getSections(role).includes(name)) return { items: [], total: 0 }
  const columns = openFilterColumns({ at: `${day}T00:00:00Z`, day })
  const isWaiting = and(isOpenReview, parseWhere(buildSectionQuery(name, email), queueFields, columns))
  const rows = await selectReviews(db, isWaiting, reviews.submittedAt)
  return toDigestItems(rows, ({ reference, change, title, reviewer }) => ({
    title: reviewer === null ? reference : `${reference} by ${reviewer}`,
    body: `${change}: ${title}`,
    path: pagePaths.review(change),
  }))
}

async function listWaitingVerifications(db: Queryable, reader: DigestReader): Promise<DigestItems> {
  const { rows, total } = await listVerificationsFor(db, reader, maxItems)
  const items = rows.map(({ id, title, source_ref: source }) => ({
    title,
    body: `From ${source}`,
    path: pagePaths.improvement(id),
  }))
  return { items, total }
}

async function listDueActions(db: Queryable, email: string, { today }: DigestDay): Promise<DigestItems> {
  const isNear = lte(improvements.targetDate, addDaysTo(today, actionsAhead))
  const { id, title, targetDate: due, sourceRef: source } = improvements
  const rows = await db
    .select({ id, title, due, source, total })
    .from(improvements)
    .where(and(eq(improvements.owner, email), hasUnfinishedStatus(improvements.status), isNear))
    .orderBy(asc(improvements.targetDate), asc(improvements.id))
    .limit(maxItems)
  return toDigestItems(rows, ({ id, title, due, source }) => ({
    title: `${title}, ${describeDue(due, today)}`,
    body: `From ${source}`,
    path: pagePaths.improvement(id),
  }))
}

async function countUnread(db: Queryable, { email }: DigestReader): Promise<DigestItems> {
  const rows = await db
    .select({ title: notifications.title, path: notifications.path, total })
    .from(notifications)
    .where(and(eq(notifications.recipient, email), isNull(notifications.readAt)))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(maxItems)
  return toDigestItems(rows, ({ title, path }) => ({ title, path }))
}
