import { asc, eq, sql } from 'drizzle-orm'
import { serviceReviewerActions } from '#lib/actions/policy-actions.ts'
import type { listServiceReviewers as contract, ServiceReviewer } from '#lib/contracts/app/policy-reviewers.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { listDifferences, listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { changes } from '#server/schema/changes.ts'
import { serviceReviewers } from '#server/schema/policy.ts'
import { findReviewers } from './next-reviewer.ts'

type ServiceReviewerRow = { readonly service: string; readonly reviewer: string }
const columns = { service: serviceReviewers.service, reviewer: serviceReviewers.reviewer }

/** Lists the reviewers of services, and up to 500 services of changes without a reviewer. */
export async function listServiceReviewers({ db }: Context): Promise<ResponseOf<typeof contract>> {
  const [rows, named] = await Promise.all([
    db.select(columns).from(serviceReviewers).orderBy(asc(serviceReviewers.service)),
    db.execute<{ service: string }>(sql`
      select distinct named.service from ${changes}, unnest(${changes.affectedServices}) as named (service)
      where not exists (select from ${serviceReviewers} where ${serviceReviewers.service} = named.service)
        and named.service <> ''
      order by service limit 500`),
  ])
  const result = await present(db, rows)
  return { result, total_count: result.length, unset: named.rows.map(({ service }) => service) }
}

/** Sets the reviewer of a service. Throws `invalid_parameter` when the person cannot review. */
export async function setServiceReviewer(ctx: Context, service: string, email: string): Promise<ServiceReviewer> {
  return inTransaction(ctx, async (tx) => {
    const [person] = await findReviewers(tx.db, [normalizeEmail(email)])
    if (!person) throw invalidField('reviewer', 'body', 'must be the account of a reviewer, manager or admin')
    const [before] = await tx.db.select(columns).from(serviceReviewers).where(eq(serviceReviewers.service, service))
    const after = { service, reviewer: person.email }
    if (before?.reviewer !== after.reviewer) {
      await tx.db
        .insert(serviceReviewers)
        .values({ ...after, origin: 'entry' })
        .onConflictDoUpdate({ target: serviceReviewers.service, set: { reviewer: after.reviewer } })
      await recordEvent(
        tx,
        serviceReviewerActions[before ? 'update' : 'create'],
        service,
        listDifferences(before ?? {}, after),
      )
    }
    return { ...after, reviewer_name: person.name, can_review: true }
  })
}

/** Removes the reviewer of a service. Throws `not_found`. */
export async function deleteServiceReviewer(ctx: Context, service: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [removed] = await tx.db
      .delete(serviceReviewers)
      .where(eq(serviceReviewers.service, service))
      .returning(columns)
    if (!removed) throw notFound('reviewer of the service', service)
    await recordEvent(tx, serviceReviewerActions.delete, service, listRemovedFields(removed))
  })
}

async function present(db: Queryable, rows: readonly ServiceReviewerRow[]): Promise<ServiceReviewer[]> {
  const emails = rows.map(({ reviewer }) => reviewer)
  const names = await findPeopleNames(db, emails)
  const able = new Set((await findReviewers(db, emails)).map(({ email }) => email))
  return rows.map(({ service, reviewer }) => ({
    service,
    reviewer,
    reviewer_name: names.of(reviewer),
    can_review: able.has(reviewer),
  }))
}
