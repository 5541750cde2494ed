import { and, inArray } from 'drizzle-orm'
import { type SignOffCase, whyNotConfirmWaiver, whyNotSignOff } from '#lib/domain/four-eyes/review-sign-off.ts'
import { type Alias, listAliases } from '#server/people/identities.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { addLaterAccounts } from './parts.ts'
import type { WhyNot } from './stated-implementer.ts'

/** Accounts whose role may sign reviews off, and what tells which accounts are of one person. */
type Candidates = { readonly people: readonly SignOffCase['person'][]; readonly aliases: readonly Alias[] }

const isPossibleSigner = and(isPresent(accounts), inArray(accounts.role, ['manager', 'admin']))

/** Lists the active accounts whose role may sign reviews off. */
export async function listPossibleSigners(db: Queryable): Promise<Candidates> {
  const { email, name, role } = accounts
  const [people, aliases] = await Promise.all([
    db.select({ email, name, role }).from(accounts).where(isPossibleSigner),
    listAliases(db),
  ])
  return { people, aliases }
}

/** Selects their e-mail addresses. */
export const selectPossibleSigners = (db: Queryable) =>
  db.select({ email: accounts.email }).from(accounts).where(isPossibleSigner)

/** Returns those of the accounts that `whyNot` permits. */
export function filterPermitted(
  { people, aliases }: Candidates,
  { took_part, ...facts }: SignOffCase['review'],
  whyNot: WhyNot,
) {
  const review = { ...facts, took_part: addLaterAccounts(took_part, aliases) }
  return people.filter((person) => whyNot({ review, person }) === null)
}

const filterBy = (whyNot: WhyNot) => (candidates: Candidates, review: SignOffCase['review']) =>
  filterPermitted(candidates, review, whyNot).map(({ email }) => email)

/** Returns the e-mail addresses of the accounts that may confirm the requested waiver of a review. */
export const filterConfirmers = filterBy(whyNotConfirmWaiver)

/** Returns the e-mail addresses of the accounts that may sign a review off. */
export const filterSigners = filterBy(whyNotSignOff)
