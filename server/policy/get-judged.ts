import { eq } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import { changes } from '#server/schema/changes.ts'
import { type JudgedRow, judgedColumns } from './judged-changes.ts'

/** Throws `not_found`. */
export async function getJudged(db: Queryable, number: string): Promise<JudgedRow> {
  const [row] = await db.select(judgedColumns).from(changes).where(eq(changes.number, number))
  if (!row) throw notFound('change', number)
  return row
}
