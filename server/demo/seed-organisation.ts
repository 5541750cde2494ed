import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { hashToken } from '#server/platform/auth/token-secret.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { absences, calendars } from '#server/schema/access.ts'
import { users } from '#server/schema/directory.ts'
import { settings } from '#server/schema/settings.ts'
import { demoAccounts } from './accounts.ts'
import { addBusinessDays, addDays, addMinutes, toDay, toIso } from './calendar.ts'
import { getEmail } from './people.ts'

const targets = {
  reviews_in_time: 0.7,
  overdue_reviews: 3,
  change_failure_rate: 0.3,
  actions_in_time: 0.5,
  changes_with_outcome: 0.6,
}

/** The services whose changes people have in their calendars. */
const followedServices = ['payments-api', 'orders-db', 'core-network']

/**
 * Inserts targets of the key figures; a manager and a reviewer who will be away, with their delegates; calendars that
 * programs read; and a person who left the directory but still owns an action. Part of the transaction that inserts the
 * rest.
 */
export async function seedDemoOrganisation(tx: Transaction, now: Date): Promise<void> {
  const updatedAt = now.toISOString()
  await tx
    .insert(settings)
    .values({ key: 'metric_targets', value: targets, updatedAt, updatedBy: 'Henrike Vos' })
    .onConflictDoNothing()
  const away = (accountId: string, delegateId: string, inWeeks: number, days: number) => {
    const first = addBusinessDays(addDays(now.getTime(), 7 * inWeeks), 1)
    return { accountId, delegateId, startsOn: toDay(first), endsOn: toDay(addDays(first, days)), updatedAt }
  }
  await tx
    .insert(absences)
    .values([
      away('acc_demo_manager', 'acc_demo_manager2', 3, 11),
      away('acc_demo_reviewer2', 'acc_demo_reviewer', 2, 4),
    ])
    .onConflictDoNothing()
  await tx.insert(calendars).values(buildCalendars(now)).onConflictDoNothing()
  await tx
    .update(users)
    .set({ isActive: false })
    .where(eq(users.email, getEmail('Nadia Rahimi')))
}

/**
 * Builds a calendar of each person's own work, and for some of one service each. Their URLs are not known to anybody.
 */
const buildCalendars = (now: Date) =>
  demoAccounts
    .flatMap(({ id: accountId, role }, index) => [
      ...(role === 'auditor' ? [] : [{ accountId, service: null, readHoursAgo: index + 1 }]),
      ...followedServices
        .slice(index % 3, (index % 3) + 1)
        .map((service) => ({ accountId, service, readHoursAgo: 20 })),
    ])
    .map(({ readHoursAgo, ...calendar }, index) => ({
      ...calendar,
      id: `cal_demo_${index + 1}`,
      secretHash: hashToken(randomBytes(32).toString('base64url')),
      createdAt: toIso(addDays(now.getTime(), -45 + index)),
      lastReadAt: toIso(addMinutes(now.getTime(), -60 * readHoursAgo)),
    }))
