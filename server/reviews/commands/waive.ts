import { reviewActions } from '#lib/actions/review-actions.ts'
import {
  type SignOffCase,
  whyNotConfirmWaiver,
  whyNotRefuseWaiver,
  whyNotWaive,
  whyReviewRequiresSignOff,
} from '#lib/review/sign-off.ts'
import { resolvePeople } from '#server/people/resolve-people.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import type { LockedReview } from '#server/reviews/locked-review.ts'
import type { ReviewRow } from '#server/reviews/queries.ts'
import { storeFullRequirement } from '#server/reviews/requirement.ts'
import { assertMay, listConfirmers, readStatedImplementer } from '#server/reviews/signers.ts'
import { moveReview } from '#server/reviews/write-review.ts'
import { type TransitionWrite, transition } from './transition.ts'

/**
 * Waives an open review: it is not required any more, and leaves Today and the reminders. Its answers stay; the change
 * keeps its review fields, but does not count as reviewed. Its reviewer is notified. A review that needs a sign-off
 * stays open until another manager confirms the waiver. Throws `not_found`, `forbidden` and `conflict`, as
 * `whyNotWaive` says.
 */
export const waiveReview = transition<string>({
  action: reviewActions.waived,
  may: whyNotWaive,
  prepare: storeFullRequirement,
  write: (ctx, { row }, review, reason) =>
    whyReviewRequiresSignOff({ review, person: getActingPerson(ctx) }) === null
      ? buildWaiver(ctx, { by: ctx.actor.name, reason })
      : buildRequest(ctx, row, reason),
  notices: async (facts, reason, { ctx, review }) =>
    review.status === 'waived'
      ? reviewActions.waived.notifies({ ...facts, reason })
      : reviewActions.waiver_requested.notifies({
          ...facts,
          reason,
          confirmers: await listConfirmers(ctx.db, review),
        }),
})

/**
 * Waives a review whose waiver another manager requested. Notifies that manager, the reviewer and the person who
 * submitted it. Throws the errors of `waiveReview`, as `whyNotConfirmWaiver` says, and `invalid_parameter` as
 * `readStatedImplementer` does.
 */
export const confirmWaiver = transition<string | undefined>({
  action: reviewActions.waiver_confirmed,
  may: whyNotConfirmWaiver,
  async write(ctx, locked, review, stated) {
    const request = getWaiverRequest(locked.row)
    // One person may have several accounts.
    const people = await resolvePeople(ctx.db, [request.email])
    for (const email of people.get(request.email)?.emails ?? []) {
      assertMay(ctx, whyNotConfirmWaiver, { ...review, waiver_requested: { ...request, email } })
    }
    const implementer = await readStatedImplementer(ctx, review, stated, whyNotConfirmWaiver)
    return buildConfirmation(ctx, locked, implementer)
  },
  notices(facts, _, { before }) {
    const { reason, email: requester } = getWaiverRequest(before)
    return reviewActions.waiver_confirmed.notifies({ ...facts, reason, requester })
  },
})

/** Refuses the requested waiver of a review, which stays open. Throws as `whyNotRefuseWaiver` says. */
export const refuseWaiver = transition<string>({
  action: reviewActions.waiver_refused,
  may: whyNotRefuseWaiver,
  write: (_, { row }, __, reason) => ({
    move: { status: row.status, waiverRequest: null },
    auditChanges: {
      refuse_reason: { from: null, to: reason },
      waiver_requested_by: { from: getWaiverRequest(row).email, to: null },
    },
  }),
  notices: (facts, reason, { before }) =>
    reviewActions.waiver_refused.notifies({ ...facts, reason, requester: getWaiverRequest(before).email }),
})

function getActingPerson({ actor }: Context): SignOffCase['person'] {
  if (actor.kind === 'account') return actor
  throw new AppError('forbidden', 'Only a signed-in person can do this.')
}

function getWaiverRequest({ waiverRequest: request }: ReviewRow) {
  if (request) return request
  throw new AppError('conflict', 'No waiver is requested.')
}

function buildRequest(ctx: TxContext, row: ReviewRow, reason: string): TransitionWrite {
  const { name: by, email } = getActingPerson(ctx)
  return {
    action: reviewActions.waiver_requested,
    move: {
      status: row.status,
      needsSignOff: true,
      waiverRequest: { at: ctx.now.toISOString(), by: by ?? email, email, reason },
    },
    auditChanges: {
      requested_waiver: { from: null, to: reason },
      waiver_requested_by: { from: null, to: email },
      ...(!row.needsSignOff && { needs_sign_off: { from: false, to: true } }),
    },
  }
}

function buildConfirmation(ctx: TxContext, { row, change }: LockedReview, implementer: string | null): TransitionWrite {
  const { reason, email } = getWaiverRequest(row)
  const { move, auditChanges } = buildWaiver(ctx, { by: ctx.actor.name, reason })
  // A token marked the change as reviewed, but nobody will give the sign-off that it waited for.
  const isMarked = row.status === 'awaiting_sign_off' && change.pir_completed
  return {
    move: { ...move, ...(implementer !== null && { implementer }) },
    auditChanges: {
      ...auditChanges,
      waiver_requested_by: { from: email, to: null },
      ...(implementer !== null && { implementer: { from: row.implementer, to: implementer } }),
    },
    ...(isMarked && { pirFields: { pir_completed: false } }),
  }
}

type Waiver = {
  /** Name of the manager; null for a cancelled change. */
  readonly by: string | null
  readonly reason: string
}

const buildWaiver = ({ now }: TxContext, { by, reason }: Waiver) => ({
  move: { status: 'waived' as const, waivedAt: now.toISOString(), waivedBy: by, waiveReason: reason, returned: null },
  auditChanges: { waive_reason: { from: null, to: reason } },
})

/** Moves a locked review to `waived`, with its history. */
export function closeAsWaived(ctx: TxContext, row: ReviewRow, waiver: Waiver): Promise<ReviewRow> {
  const { move, auditChanges } = buildWaiver(ctx, waiver)
  return moveReview(ctx, row, reviewActions.waived, move, auditChanges)
}
