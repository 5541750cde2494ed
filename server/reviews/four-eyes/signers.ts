import { and, inArray } from 'drizzle-orm'
import { type SignOffCase, whyNotConfirmWaiver, whyNotSignOff } from '#lib/domain/four-eyes/review-sign-off.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { resolveParticipants } from './parts.ts'
import type { WhyNot } from './stated-implementer.ts'

type SignerCandidate = SignOffCase['person']

const isPossibleSigner = and(isPresent(accounts), inArray(accounts.role, ['manager', 'admin']))

/** Lists the active accounts whose role may sign reviews off. */
const listPossibleSigners = (db: Queryable): Promise<SignerCandidate[]> =>
  db.select({ email: accounts.email, name: accounts.name, role: accounts.role }).from(accounts).where(isPossibleSigner)

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
