import { eq } from 'drizzle-orm'
import type { KeyFigureName } from '#lib/contracts/app/metric-values.ts'
import { setMetricTarget } from '#server/insights/metric-targets.ts'
import { createCalendar } from '#server/people/calendars/own-calendars.ts'
import { setAbsence } from '#server/people/own-absence.ts'
import { createToken, type TokenToStore } from '#server/platform/auth/token-commands.ts'
import { apiTokens, calendars } from '#server/schema/access.ts'
import { users } from '#server/schema/directory.ts'
import { createSavedView } from '#server/views/commands.ts'
import { demoAccounts } from './accounts.ts'
import { addBusinessDays, addDays, toDay, toIso } from './calendar.ts'
import { getEmail } from './catalogue.ts'
import { actAs, type Seeding } from './seeding.ts'

const targets: readonly (readonly [KeyFigureName, number])[] = [
  ['reviews_in_time', 0.7],
  ['overdue_reviews', 3],
  ['change_failure_rate', 0.3],
  ['actions_in_time', 0.5],
  ['changes_with_outcome', 0.6],
]

/** The services whose changes people have in their calendars. */
const followedServices = ['payments-api', 'orders-db', 'core-network']

/**
 * Adds targets of the key figures; a manager and a reviewer who will be away, with their delegates; calendars and
 * tokens; saved views; and a person who left the directory but still owns an action.
 */
export async function seedAccess(seeding: Seeding): Promise<void> {
  const { tx, now } = seeding
  const at = (daysAgo: number) => addDays(now.getTime(), -daysAgo)
  for (const [name, target] of targets) await setMetricTarget(actAs(tx, 'Henrike Vos', at(30)), name, target)
  const setAway = (name: string, delegate: string, inWeeks: number, days: number) => {
    const first = addBusinessDays(at(-7 * inWeeks), 1)
    const absence = { starts_on: toDay(first), ends_on: toDay(addDays(first, days)), delegate }
    return setAbsence(actAs(tx, name, at(1)), absence)
  }
  await setAway('Henrike Vos', 'manager2@hindsight.example', 3, 11)
  await setAway('Callum Reid', 'reviewer@hindsight.example', 2, 4)
  for (const [index, { name, role }] of demoAccounts.entries()) {
    const ctx = actAs(tx, name, at(45 - index))
    if (role !== 'auditor') await createCalendar(ctx, null)
    await createCalendar(ctx, followedServices[index % 3] ?? null)
  }
  await tx.update(calendars).set({ lastReadAt: toIso(at(0.5)) })
  await createSavedView(actAs(tx, 'Henrike Vos', at(40)), {
    page: 'changes',
    name: 'Payments, high risk',
    is_shared: true,
    search: 'query=affected_services+%3D+payments-api+AND+risk+%3D+high',
  })
  await createSavedView(actAs(tx, 'Noor Haddad', at(41)), {
    page: 'incidents',
    name: 'Urgent and open',
    is_shared: false,
    search: 'query=priority_level+%3C%3D+2+AND+resolved_at+IS+EMPTY',
  })
  await seedTokens(seeding)
  await tx
    .update(users)
    .set({ isActive: false })
    .where(eq(users.email, getEmail('Nadia Rahimi')))
}

/** The token of an assistant, which proposes answers of reviews. */
export const assistantName = 'Operations chat'

/** A token and its times in days before the seeding; negative: after it. */
type DemoToken = Pick<TokenToStore, 'name' | 'system' | 'scope' | 'role'> & {
  readonly created: number
  readonly expires?: number
  readonly used: number
  readonly revoked?: number
}

const tokens: readonly DemoToken[] = [
  { name: 'Change calendar of the intranet', system: 'itsm', scope: 'read', created: 140, expires: -225, used: 0.01 },
  {
    name: 'Figures for the monthly IT report',
    system: 'app',
    scope: 'read',
    role: 'viewer',
    created: 60,
    expires: -30,
    used: 27,
  },
  {
    name: 'Copy of the lessons into the runbooks',
    system: 'docs',
    scope: 'read',
    created: 200,
    expires: 20,
    used: 21,
  },
  { name: assistantName, system: 'mcp', scope: 'propose', created: 25, expires: -65, used: 0.1 },
  { name: 'Move of the old change records', system: 'itsm', scope: 'write', created: 310, used: 302, revoked: 300 },
]

/** Adds tokens of API clients: some in use, one revoked and one expired. Their secrets are not known to anybody. */
async function seedTokens({ tx, now }: Seeding): Promise<void> {
  const at = (daysAgo: number) => toIso(addDays(now.getTime(), -daysAgo))
  for (const { created, expires, used, revoked, ...input } of tokens) {
    const ctx = actAs(tx, 'Sanna Koskinen', Date.parse(at(created)))
    const expiresAt = expires === undefined ? null : at(expires)
    const { token } = await createToken(ctx, { ...input, expiresAt, origin: 'demo' })
    const revokedAt = revoked === undefined ? null : at(revoked)
    await tx
      .update(apiTokens)
      .set({ lastUsedAt: at(used), revokedAt })
      .where(eq(apiTokens.id, token.id))
  }
}
