import { and, eq, isNull, lt, or } from 'drizzle-orm'
import createCalendar, { escape as escapeText } from 'ical-generator'
import { hashToken } from '#server/platform/auth/token-secret.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { accounts, calendars } from '#server/schema/access.ts'
import { type CalendarEntries, readOwnEntries, readServiceEntries } from './calendar-entries.ts'

/**
 * Returns a calendar as iCalendar text (RFC 5545), by the secret in its URL. `origin` is the origin of its links.
 * Throws `not_found` for an unknown secret, and while the owner's account is disabled.
 */
export async function readCalendar(ctx: Context, secret: string, origin: string): Promise<string> {
  const [found] = await ctx.db
    .select({ id: calendars.id, service: calendars.service, email: accounts.email })
    .from(calendars)
    .innerJoin(accounts, eq(accounts.id, calendars.accountId))
    .where(and(eq(calendars.secretHash, hashToken(secret)), eq(accounts.isDisabled, false)))
  if (!found) {
    throw new AppError('not_found', 'This calendar is unknown. Create a new address for it on the page Settings.')
  }
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
