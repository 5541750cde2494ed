import { redirect } from 'next/navigation'
import { findNumber } from '#server/platform/db/record-number.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { getPageContext, type PageContext } from './page-context.ts'
import { readPathSegment } from './path-segment.ts'

const numbers = { change: changes.number, incident: incidents.number }

/**
 * The context of a page about a change or an incident, and the number of the record. `segment` is the number in the
 * address; one in another spelling, such as `chg0001`, leads to the address with the number of the record.
 */
export async function getRecordContext(
  kind: keyof typeof numbers,
  segment: string,
  pathOf: (number: string) => string,
): Promise<{ readonly ctx: PageContext; readonly number: string }> {
  const given = readPathSegment(segment)
  const ctx = await getPageContext(pathOf(given))
  const number = (await findNumber(ctx.db, numbers[kind], given)) ?? given
  if (number !== given) redirect(pathOf(number))
  return { ctx, number }
}
