import { redirect } from 'next/navigation'
import { findNumber } from '#server/platform/db/record-number.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { getPageContext, type PageContext } from './page-context.ts'
import { readPathSegment } from './path-segment.ts'

const numbers = { change: changes.number, incident: incidents.number }

/**
 * Returns the context of a page about a change or an incident, and the number of the record. `segment` is the number in
 * the URL; another spelling, such as `chg0001`, redirects to the URL with the number of the record.
 */
export async function getRecordContext(
  kind: keyof typeof numbers,
  segment: string,
  getPath: (number: string) => string,
): Promise<{ readonly ctx: PageContext; readonly number: string }> {
  const requested = readPathSegment(segment)
  const ctx = await getPageContext(getPath(requested))
  const number = (await findNumber(ctx.db, numbers[kind], requested)) ?? requested
  if (number !== requested) redirect(getPath(number))
  return { ctx, number }
}
