import { eq } from 'drizzle-orm'
import type { ChangePeople } from '#lib/contracts/app/changes.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { getNumber } from '#server/platform/db/find-record.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'

/** Returns the people who implement, requested and approved a change. Throws `not_found`. */
export async function getChangePeople({ db }: Context, number: string): Promise<ChangePeople> {
  const stored = await getNumber(db, changes.number, 'change', number)
  const [change] = await db
    .select({ assigned_to: changes.assignedTo, requested_by: changes.requestedBy, approved_by: changes.approvedBy })
    .from(changes)
    .where(eq(changes.number, stored))
  if (!change) throw notFound('change', number)
  const names = await findPeopleNames(db, Object.values(change))
  const person = (text: string | null) => (text === null ? null : { text, name: names.of(text) })
  return {
    assigned_to: person(change.assigned_to),
    requested_by: person(change.requested_by),
    approved_by: person(change.approved_by),
  }
}
