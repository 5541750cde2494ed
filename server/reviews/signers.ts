import { and, inArray } from 'drizzle-orm'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { joinQuoted, listingReason } from '#lib/domain/four-eyes/four-eyes.ts'
import { isSameEmail } from '#lib/domain/four-eyes/same-person.ts'
import {
  collectParts,
  listImplementersToState,
  type SignOffCase,
  type SignOffRefusal,
  whyNotConfirmWaiver,
  whyNotSignOff,
} from '#lib/review/sign-off.ts'
import { resolvePeople } from '#server/people/resolve-people.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { runPrepared } from '#server/platform/db/prepared.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { findListers, resolveParticipants } from './parts.ts'

type SignerCandidate = SignOffCase['person']

const isPossibleSigner = and(isPresent(accounts), inArray(accounts.role, ['manager', 'admin']))

/** Lists the active accounts whose role may sign reviews off. */
const listPossibleSigners = (db: Queryable): Promise<SignerCandidate[]> =>
  runPrepared(db, 'possible signers', {}, (query) =>
    query
      .select({ email: accounts.email, name: accounts.name, role: accounts.role })
      .from(accounts)
      .where(isPossibleSigner),
  )

/** Selects their e-mail addresses. */
export const selectPossibleSigners = (db: Queryable) =>
  db.select({ email: accounts.email }).from(accounts).where(isPossibleSigner)

/** Lists those who may sign reviews off and whom `whyNot` permits, by all that is known of the participants now. */
export async function listPermitted(
  db: Queryable,
  review: SignOffCase['review'],
  whyNot: WhyNot,
): Promise<SignerCandidate[]> {
  const people = await listPossibleSigners(db)
  const took_part = await resolveParticipants(db, review.took_part)
  return people.filter((person) => whyNot({ review: { ...review, took_part }, person }) === null)
}

const listEmailsBy = (whyNot: WhyNot) => async (db: Queryable, review: SignOffCase['review']) =>
  (await listPermitted(db, review, whyNot)).map(({ email }) => email)

/** Lists the e-mail addresses of the accounts that may confirm the requested waiver of a review. */
export const listConfirmers = listEmailsBy(whyNotConfirmWaiver)

/** Lists the e-mail addresses of the accounts that may sign a review off. */
export const listSigners = listEmailsBy(whyNotSignOff)

export type WhyNot = (asked: SignOffCase) => SignOffRefusal | null

/** Throws an error with the reason if the actor may not do it. */
export function assertMay({ actor }: Context, whyNot: WhyNot, review: Review): void {
  if (actor.kind !== 'account') throw new AppError('forbidden', 'Only a signed-in person can do this.')
  const refusal = whyNot({ review, person: actor })
  if (refusal) throw new AppError(refusal.code, refusal.text)
}

/**
 * Returns the e-mail address of the implementer as the actor states it; null when the change names only known people,
 * and none is stated. `whyNot` decides whether the actor may go on if they are the implementer. Throws
 * `invalid_parameter` if a statement is required, contradicts the record or names nobody in accounts or directory,
 * `forbidden` if the actor wrote the stated entry, and the errors of `assertMay`.
 */
export async function readStatedImplementer(
  ctx: Context,
  review: Review,
  implementer: string | undefined,
  whyNot: WhyNot,
): Promise<string | null> {
  const unstated = listImplementersToState(review)
  if (implementer === undefined) {
    if (unstated.length === 0) return null
    const issue = `must be the e-mail address of the implementer: the change names ${joinQuoted(unstated)}, who is not in the directory`
    throw invalidField('implementer', 'body', issue)
  }
  const implementers = collectParts(review).parts.flatMap(({ kind, person }) =>
    kind === 'implemented' ? [person] : [],
  )
  if (unstated.length === 0 && implementers.length > 0) {
    if (implementers.some((person) => isSameEmail(person, implementer))) return null
    throw invalidField('implementer', 'body', `must be left out: the change names ${implementers.join(', ')}`)
  }
  const person = (await resolvePeople(ctx.db, [implementer])).get(implementer)
  if (!person || person.email === null) {
    const issue = `must be a person with an account or in the directory: nobody there has the address ${implementer}`
    throw invalidField('implementer', 'body', issue)
  }
  const { email, emails, names } = person
  const { actor } = ctx
  const listers = [...(await findListers(ctx.db, [email])).values()].flat()
  if (actor.kind === 'account' && listers.some((lister) => isSameEmail(lister, actor.email))) {
    throw new AppError('forbidden', `${listingReason}, so somebody else has to state who it was.`)
  }
  // The implementer may have several e-mail addresses, and none of them may be the actor's.
  const stated = emails.map((one) => ({ kind: 'implemented' as const, person: one, names: [...names] }))
  const took_part = { ...review.took_part, parts: [...review.took_part.parts, ...stated] }
  assertMay(ctx, whyNot, { ...review, implementer: email, took_part })
  return email
}
