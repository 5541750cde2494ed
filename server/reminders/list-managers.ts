import { and, asc, inArray } from 'drizzle-orm'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'

/** E-mail addresses of the active managers; without any, of the admins. */
export async function listManagers(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ email: accounts.email, role: accounts.role })
    .from(accounts)
    .where(and(inArray(accounts.role, ['manager', 'admin']), isPresent(accounts)))
    .orderBy(asc(accounts.email))
  const managers = rows.filter(({ role }) => role === 'manager')
  return (managers.length > 0 ? managers : rows).map(({ email }) => email)
}
