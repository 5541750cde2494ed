import { and, asc, type Column, count, eq, inArray } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import {
  type decideReviewProposal as decisionContract,
  maxOpenProposals,
  type ProposedPart,
  type ReviewProposal,
} from '#lib/contracts/app/review-proposals.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { BodyOf, ParamsOf } from '#lib/contracts/endpoint.ts'
import { getChange } from '#server/changes/queries.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type Context, getActingAccount } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { incidents } from '#server/schema/changes.ts'
import { reviewProposals } from '#server/schema/review-proposals.ts'
import { reviews } from '#server/schema/reviews.ts'
import { lockWritableReview } from './locked-review.ts'
import { findResponsible, recordParts } from './parts.ts'

/** Condition for the proposals for a review on which nobody has decided. */
export const isOpenProposal = (reference: string | Column) =>
  and(eq(reviewProposals.reference, reference), eq(reviewProposals.state, 'open'))

/** Lists the open proposals for a review, oldest first. Throws `not_found`. */
export async function listReviewProposals({ db }: Context, reference: string): Promise<ReviewProposal[]> {
  const [review] = await db
    .select({ reference: reviews.reference })
    .from(reviews)
    .where(eq(reviews.reference, reference))
  if (!review) throw notFound('review', reference)
  return db
    .select({
      id: reviewProposals.id,
      part: reviewProposals.part,
      proposed_by: reviewProposals.proposedBy,
      proposed_at: reviewProposals.proposedAt,
    })
    .from(reviewProposals)
    .where(isOpenProposal(reference))
    .orderBy(asc(reviewProposals.proposedAt), asc(reviewProposals.id))
}

/**
 * Names the subject of a proposal, in words. A newer proposal about the same subject replaces it; each title of a
 * lesson is a subject.
 */
function describeSubject({ field, value }: ProposedPart): string {
  switch (field) {
    case 'incidents.decisions':
      return `the decision about ${value.incident}`
    case 'lessons.drafts':
      return `the lesson ${value.title}`
    default:
      return field
  }
}

/**
 * Stores answers beside the review of a change, for a person to take or dismiss, and returns the reference. They
 * replace open proposals of the same token or person about the same subjects; the review itself stays as it is.
 * Notifies the reviewer once. Throws `not_found` without a change or a review, `invalid_parameter` for an unknown
 * incident and for two answers about the same subject, and `conflict` when the review can no longer be written or has
 * too many open proposals.
 */
export async function proposeAnswers(ctx: Context, named: string, parts: readonly ProposedPart[]): Promise<string> {
  const { number, title } = await getChange(ctx, named)
  const subjects = parts.map(describeSubject)
  const twice = subjects.find((subject, index) => subjects.indexOf(subject) < index)
  if (twice !== undefined) throw invalidField('parts', 'body', `name ${twice} twice: join them into one answer`)
  await assertIncidents(ctx, parts)
  return inTransaction(ctx, async (tx) => {
    const [stored] = await tx.db
      .select({ reference: reviews.reference })
      .from(reviews)
      .where(eq(reviews.changeNumber, number))
    if (!stored) throw notFound('review of change', number)
    const review = await lockWritableReview(tx.db, stored.reference)
    const { reference } = review
    const proposedAt = ctx.now.toISOString()
    const isOwn = and(isOpenProposal(reference), eq(reviewProposals.proposedById, ctx.actor.id))
    const ownProposals = await tx.db
      .select({ id: reviewProposals.id, part: reviewProposals.part })
      .from(reviewProposals)
      .where(isOwn)
    const replaced = ownProposals.filter(({ part }) => subjects.includes(describeSubject(part))).map(({ id }) => id)
    if (replaced.length > 0) {
      const values = { state: 'replaced', decidedAt: proposedAt } as const
      await tx.db.update(reviewProposals).set(values).where(inArray(reviewProposals.id, replaced))
    }
    const [counted] = await tx.db.select({ open: count() }).from(reviewProposals).where(isOpenProposal(reference))
    if ((counted?.open ?? 0) + parts.length > maxOpenProposals) {
      throw new AppError(
        'conflict',
        `The review ${reference} may have ${maxOpenProposals} open proposals: a reviewer must decide on some first.`,
      )
    }
    const by = { proposedById: ctx.actor.id, proposedBy: ctx.actor.name }
    await tx.db
      .insert(reviewProposals)
      .values(parts.map((part) => ({ id: newId('prp', ctx.now), reference, part, ...by, proposedAt })))
    const fields = [...new Set(parts.map(({ field }) => field))].join(', ')
    const changes = listDifferences({}, { proposed_fields: fields })
    await recordEvent(tx, reviewActions.proposed, reference, changes)
    const step = reviewSteps.find((name) => parts.some(({ field }) => field.startsWith(`${name}.`)))
    const facts = { actor: ctx.actor.name, review, change: { number, title }, step }
    await notifyAll(tx, reviewActions.proposed.notifies(facts))
    return reference
  })
}

async function assertIncidents({ db }: Context, parts: readonly ProposedPart[]): Promise<void> {
  const numbers = parts.flatMap((part) => (part.field === 'incidents.decisions' ? part.value.incident : []))
  const rows = await db.select({ number: incidents.number }).from(incidents).where(inArray(incidents.number, numbers))
  const existing = new Set(rows.map((row) => row.number))
  const unknown = numbers.find((number) => !existing.has(number))
  if (unknown !== undefined) throw new AppError('invalid_parameter', `There is no incident ${unknown}.`)
}

/**
 * Marks a proposal as taken or dismissed by the acting person. The history of a taken proposal names the proposer, who
 * also counts as its writer: see `readParticipation`. Idempotent for that person. Throws `not_found`, and `conflict`
 * when the review can no longer be written or somebody else decided.
 */
export async function decideReviewProposal(
  ctx: Context,
  { reference, id }: ParamsOf<typeof decisionContract>,
  decision: BodyOf<typeof decisionContract>['decision'],
): Promise<void> {
  const { email } = getActingAccount(ctx)
  await inTransaction(ctx, async (tx) => {
    const { changeNumber } = await lockWritableReview(tx.db, reference)
    const ofId = and(eq(reviewProposals.reference, reference), eq(reviewProposals.id, id))
    const [proposal] = await tx.db.select().from(reviewProposals).where(ofId)
    if (!proposal) throw notFound('proposal', id)
    if (proposal.state === decision && proposal.decidedBy === email) return
    if (proposal.state !== 'open') throw new AppError('conflict', `The proposal ${id} is ${proposal.state} already.`)
    const decided = { state: decision, decidedBy: email, decidedAt: ctx.now.toISOString() }
    await tx.db.update(reviewProposals).set(decided).where(ofId)
    const isTaken = decision === 'taken'
    const proposer = isTaken ? await findResponsible(tx.db, proposal.proposedById) : null
    const action = isTaken ? reviewActions.proposal_taken : reviewActions.proposal_dismissed
    const proposedFields = { proposed_field: proposal.part.field, ...(proposer !== null && { proposed_by: proposer }) }
    await recordEvent(tx, action, reference, listDifferences({}, proposedFields))
    await recordParts(tx, [proposer === null ? null : { changeNumber, kind: 'wrote', person: proposer }])
  })
}
