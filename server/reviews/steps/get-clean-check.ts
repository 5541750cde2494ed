import type { findCleanCheck as contract } from '#lib/contracts/app/review-sign-off.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { listChangeFaults } from '#lib/domain/change/clean-change.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { findCleanChecks } from './clean-checks.ts'

/** Returns the caller's reasons against completing a review in the short form. Throws `not_found`. */
export async function getCleanCheck(ctx: Context, reference: string): Promise<ResponseOf<typeof contract>> {
  const checked = (await findCleanChecks(ctx, [reference])).get(reference)
  if (!checked) throw notFound('review', reference)
  const { check } = checked
  return {
    faults: listChangeFaults(check),
    linked_incidents: [...check.linkedIncidents],
    urgent_incidents: [...check.urgentIncidents],
  }
}
