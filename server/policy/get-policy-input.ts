import { eq } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import { changes } from '#server/schema/changes.ts'
import { type PolicyInputRow, policyInputColumns } from './policy-input.ts'

/** Reads the fields of a change that the policy needs. Throws `not_found`. */
export async function getPolicyInput(db: Queryable, number: string): Promise<PolicyInputRow> {
  const [row] = await db.select(policyInputColumns).from(changes).where(eq(changes.number, number))
  if (!row) throw notFound('change', number)
  return row
}
