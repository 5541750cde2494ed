import { and, inArray } from 'drizzle-orm'
import { type SignOffCase, whyNotConfirmWaiver, whyNotSignOff } from '#lib/domain/four-eyes/review-sign-off.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'

type SignerCandidate = SignOffCase['person']

const isPossibleSigner = and(isPresent(accounts), inArray(accounts.role, ['manager', 'admin']))

/** Lists the active accounts whose role may sign reviews off. */
export const listPossibleSigners = (db: Queryable): Promise<SignerCandidate[]> =>
  db.select({ email: accounts.email, name: accounts.name, role: accounts.role }).from(accounts).where(isPossibleSigner)

/** Selects their e-mail addresses. */
export const selectPossibleSigners = (db: Queryable) =>
  db.select({ email: accounts.email }).from(accounts).where(isPossibleSigner)

/** Returns the e-mail addresses of the accounts that may confirm the requested waiver of a review. */
export const filterConfirmers = (people: readonly SignerCandidate[], review: SignOffCase['review']): string[] =>
  people.filter((person) => whyNotConfirmWaiver({ review, person }) === null).map(({ email }) => email)

/** Returns the e-mail addresses of the accounts that may sign a review off. */
export const filterSigners = (people: readonly SignerCandidate[], review: SignOffCase['review']): string[] =>
  people.filter((person) => whyNotSignOff({ review, person }) === null).map(({ email }) => email)
