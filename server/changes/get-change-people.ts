import { eq } from 'drizzle-orm'
import type { ChangePeople } from '#lib/contracts/app/change-people.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'

/** Who implements a change and who asked for it. Throws `not_found`. */
export async function getChangePeople({ db }: Context, number: string): Promise<ChangePeople> {
  const [change] = await db
    .select({ assigned: changes.assignedTo, requested: changes.requestedBy })
    .from(changes)
    .where(eq(changes.number, number))
  if (!change) throw notFound('change', number)
  const names = await findPeopleNames(db, [change.assigned, change.requested])
  const person = (text: string | null) => (text === null ? null : { text, name: names.of(text) })
  return { assigned_to: person(change.assigned), requested_by: person(change.requested) }
}
