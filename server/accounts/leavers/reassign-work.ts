import { sql } from 'drizzle-orm'
import type { reassignWork as contract, LeaverWork, Reassignment } from '#lib/contracts/app/leavers.ts'
import type { BodyOf } from '#lib/contracts/endpoint.ts'
import { updateImprovement } from '#server/improvements/commands.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import { hasLeft } from '#server/platform/auth/leavers.ts'
import { invalidField, isAppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { findReviewers } from '#server/policy/next-reviewer.ts'
import { assignReviews } from '#server/reviews/commands/assign.ts'
import { listWork } from './queries.ts'

const maxItems = 500

/** Reassigns all or the named work. Throws `invalid_parameter` for a person who left or cannot review. */
export async function reassignWork(
  ctx: Context,
  { from, to, items }: BodyOf<typeof contract>,
): Promise<{ results: Reassignment[] }> {
  const work = await listWork(ctx.db, from, maxItems)
  const chosenWork = items === undefined ? work : work.filter(({ id }) => items.includes(id))
  const reviews = chosenWork.filter(({ kind }) => kind === 'review')
  const receiver = normalizeEmail(to)
  await assertMayReceive(ctx, receiver, reviews.length > 0)
  const name = (await findPeopleNames(ctx.db, [receiver])).of(receiver) ?? receiver
  const results: Reassignment[] = []
  if (reviews.length > 0) {
    const assigned = await assignReviews(ctx, { reviews: reviews.map(({ id }) => id), reviewer: receiver })
    for (const { item, title, result, text } of assigned.results) {
      results.push({ kind: 'review', id: item, title, result, text })
    }
  }
  for (const action of chosenWork.filter(({ kind }) => kind === 'action')) {
    results.push(await reassignAction(ctx, action, receiver, name))
  }
  const unknown = (items ?? []).filter((id) => !work.some((known) => known.id === id))
  const gone = unknown.map((id): Reassignment => {
    const kind = id.startsWith('imp_') ? 'action' : 'review'
    return { kind, id, title: null, result: 'refused', text: 'This person has no such open work.' }
  })
  return { results: [...results, ...gone] }
}

async function assertMayReceive({ db }: Context, to: string, isForReviews: boolean): Promise<void> {
  const { rows } = await db.execute<{ hasLeft: boolean }>(sql`select ${hasLeft(sql`${to}::text`)} as "hasLeft"`)
  if (rows[0]?.hasLeft) throw invalidField('to', 'body', 'left the organisation; choose somebody else')
  if (isForReviews && (await findReviewers(db, [to])).length === 0) {
    throw invalidField('to', 'body', 'must be the account of a reviewer, manager or admin')
  }
}

async function reassignAction(
  ctx: Context,
  { id, title }: LeaverWork,
  to: string,
  name: string,
): Promise<Reassignment> {
  try {
    const { owner } = await updateImprovement(ctx, id, { owner: to })
    const text = owner === to ? `Assigned to ${name}.` : `Assigned to ${owner}, who stands in for ${name}.`
    return { kind: 'action', id, title, result: 'done', text }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { kind: 'action', id, title, result: 'refused', text: error.message }
  }
}
