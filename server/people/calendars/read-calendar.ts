import { and, desc, eq, gte, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import createCalendar, { escape as escapeText, ICalEventStatus } from 'ical-generator'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { reviewStatusLabels } from '#lib/review/labels.ts'
import { hashToken } from '#server/platform/auth/token-queries.ts'
import { AppError } from '#server/platform/errors.ts'
import { findCopy } from '#server/platform/installation.ts'
import { type Context, getToday } from '#server/platform/runtime/context.ts'
import { accounts, calendars } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { hasUnfinishedStatus, improvements } from '#server/schema/improvements.ts'
import { countsAsOpen, reviews } from '#server/schema/reviews.ts'

/** Returns a calendar as iCalendar text (RFC 5545). Throws `not_found` for an unknown secret or a disabled
 * account, and `unavailable` in a copy. */
export async function readCalendar(ctx: Context, secret: string, origin: string): Promise<string> {
  const [found] = await ctx.db
    .select({ id: calendars.id, service: calendars.service, email: accounts.email })
    .from(calendars)
    .innerJoin(accounts, eq(accounts.id, calendars.accountId))
    .where(and(eq(calendars.secretHash, hashToken(secret)), eq(accounts.isDisabled, false)))
  if (!found) {
    throw new AppError('not_found', 'This calendar is unknown. Create a new address for it on the page Settings.')
  }
  // A program that follows the calendar keeps what it has.
  if (await findCopy(ctx.db))
    throw new AppError('unavailable', 'This is a copy of Hindsight, which gives no calendars out.')
  const { id, service, email } = found
  await markRead(ctx, id)
  return service === null
    ? formatCalendar('Hindsight: reviews and actions', await readOwnEntries(ctx, email), origin)
    : formatCalendar(`Changes of ${service}`, await readServiceEntries(ctx, service), origin)
}

/** Milliseconds within which several reads count as one. */
const readEveryMs = 3_600_000

async function markRead({ db, now }: Context, id: string): Promise<void> {
  const before = new Date(now.getTime() - readEveryMs).toISOString()
  await db
    .update(calendars)
    .set({ lastReadAt: now.toISOString() })
    .where(and(eq(calendars.id, id), or(isNull(calendars.lastReadAt), lt(calendars.lastReadAt, before))))
}

const escapeUnquoted = (text: string) => escapeText(text, false)

/** Formats a calendar as iCalendar text. Equal entries make an equal text, so that its ETag stays the same. */
function formatCalendar(name: string, { entries, isCut }: CalendarEntries, origin: string): string {
  const calendar = createCalendar({
    // The library escapes the texts of entries, but not this one.
    name: escapeUnquoted(name),
    description: isCut ? `Only the latest ${entries.length} entries` : null,
    prodId: { company: 'Hindsight', product: 'Hindsight' },
    ttl: readEveryMs / 1_000,
  })
  for (const { id, start, end, summary, lines, path, version, updatedAt, status } of entries) {
    calendar.createEvent({
      id: `${id}@hindsight`,
      start: new Date(start),
      end: end === null ? null : new Date(end),
      allDay: !start.includes('T'),
      summary,
      description: lines.filter((line) => line !== null).join('\n'),
      url: `${origin}${path}`,
      sequence: version,
      stamp: new Date(updatedAt),
      lastModified: new Date(updatedAt),
      status,
    })
  }
  return calendar.toString()
}

/** Age in days, and maximum number per kind of record, of the entries of a calendar. */
const daysBack = 365
const maxEntries = 1_000

type CalendarEntry = {
  /** Stays the same as long as the record exists. */
  readonly id: string
  /** A day (YYYY-MM-DD), or a moment in UTC. */
  readonly start: string
  /** A moment; null for a day, and if the end is unknown. */
  readonly end: string | null
  readonly summary: string
  readonly lines: readonly (string | null)[]
  /** Path of the page of the record. */
  readonly path: string
  readonly version: number
  readonly updatedAt: string
  readonly status: ICalEventStatus
}

/** Entries, latest start first. `isCut` is true if earlier ones are left out because of their number. */
type CalendarEntries = { readonly entries: readonly CalendarEntry[]; readonly isCut: boolean }

const cutEntries = (entries: readonly CalendarEntry[]): CalendarEntries => ({
  entries: entries.slice(0, maxEntries),
  isCut: entries.length > maxEntries,
})

const { CANCELLED, CONFIRMED, TENTATIVE } = ICalEventStatus

/** Reads the days on which reviews and actions of a person are due, and on which verified actions need a recheck. */
async function readOwnEntries(ctx: Context, email: string): Promise<CalendarEntries> {
  const since = addDaysTo(getToday(ctx), -daysBack)
  const [due, actions] = await Promise.all([readReviews(ctx, email, since), readActions(ctx, email, since)])
  return cutEntries([...due, ...actions].toSorted((one, other) => (one.start < other.start ? 1 : -1)))
}

async function readReviews({ db }: Context, email: string, since: string): Promise<CalendarEntry[]> {
  const rows = await db
    .select({
      reference: reviews.reference,
      status: reviews.status,
      due: sql<string>`${reviews.dueOn}`,
      version: reviews.version,
      updatedAt: reviews.updatedAt,
      number: changes.number,
      title: changes.title,
      services: changes.affectedServices,
    })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(and(eq(reviews.reviewer, email), countsAsOpen, gte(reviews.dueOn, since)))
    .orderBy(desc(reviews.dueOn), desc(reviews.reference))
    .limit(maxEntries + 1)
  return rows.map(({ reference, status, due, version, updatedAt, number, title, services }) => ({
    id: reference,
    start: due,
    end: null,
    summary: `Review due: ${number} ${title}`,
    lines: [`${reference}: ${reviewStatusLabels[status]}`, servicesLine(services)],
    path: pagePaths.review(number),
    version,
    updatedAt,
    status: CONFIRMED,
  }))
}

async function readActions({ db }: Context, email: string, since: string): Promise<CalendarEntry[]> {
  const isRecheck = sql<boolean>`(${improvements.status} = 'verified')`
  const day = sql<string>`case when ${isRecheck} then ${improvements.recheckOn} else ${improvements.targetDate} end`
  const isOwner = eq(improvements.owner, email)
  const rows = await db
    .select({
      id: improvements.id,
      title: improvements.title,
      source: improvements.sourceRef,
      version: improvements.version,
      updatedAt: improvements.updatedAt,
      isRecheck,
      day,
    })
    .from(improvements)
    .where(
      and(
        or(
          and(isOwner, hasUnfinishedStatus(improvements.status)),
          // The reminder of a recheck goes to owner and verifier.
          and(isRecheck, or(isOwner, eq(improvements.verifiedBy, email))),
        ),
        gte(day, since),
      ),
    )
    .orderBy(desc(day), desc(improvements.id))
    .limit(maxEntries + 1)
  return rows.map(({ id, title, source, version, updatedAt, isRecheck: isRecheckDay, day: start }) => ({
    id,
    start,
    end: null,
    summary: `${isRecheckDay ? 'Recheck' : 'Action due'}: ${title}`,
    lines: [isRecheckDay ? 'Does this verified action still work?' : null, `From ${source}`],
    path: pagePaths.improvement(id),
    version,
    updatedAt,
    status: CONFIRMED,
  }))
}

/** Reads the change windows of a service: the actual times of a change if they are known, else the planned ones. */
async function readServiceEntries({ db, now }: Context, service: string): Promise<CalendarEntries> {
  const start = sql<string>`coalesce(${changes.actualStart}, ${changes.plannedStart}, ${changes.actualEnd})`
  const since = new Date(now.getTime() - daysBack * 86_400_000).toISOString()
  const rows = await db
    .select({
      number: changes.number,
      title: changes.title,
      state: changes.state,
      type: changes.type,
      risk: changes.risk,
      team: changes.assignmentGroup,
      services: changes.affectedServices,
      start: start.mapWith(changes.plannedStart),
      end: sql<string | null>`coalesce(${changes.actualEnd}, ${changes.plannedEnd})`.mapWith(changes.plannedEnd),
      version: changes.version,
      updatedAt: changes.updatedAt,
    })
    .from(changes)
    .where(and(affects(service), not(changes.isStub), sql`greatest(${start}, ${changes.actualEnd}) >= ${since}`))
    .orderBy(desc(start), desc(changes.number))
    .limit(maxEntries + 1)
  return cutEntries(
    rows.map(({ number, title, state, type, risk, team, services, start: from, end, version, updatedAt }) => ({
      id: number,
      start: from,
      end: end !== null && end > from ? end : null,
      summary: `${number} ${title}`,
      lines: [
        `State: ${state}. Type: ${type}.${risk === null ? '' : ` Risk: ${risk.replaceAll('_', ' ')}.`}`,
        team === null ? null : `Team: ${team}`,
        servicesLine(services),
      ],
      path: pagePaths.change(number),
      version,
      updatedAt,
      status: state === 'canceled' ? CANCELLED : state === 'new' || state === 'assess' ? TENTATIVE : CONFIRMED,
    })),
  )
}

const affects = (service: string): SQL => sql`${changes.affectedServices} && array[${service}]::text[]`

const servicesLine = (services: readonly string[]) =>
  services.length === 0 ? null : `Services: ${services.slice(0, 10).join(', ')}${services.length > 10 ? ' …' : ''}`
