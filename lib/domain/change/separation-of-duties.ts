import type { ChangePeople, ChangePerson } from '#lib/contracts/app/change-people.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { haveSameName, isEmailAddress, isSameAddress } from '#lib/domain/four-eyes/same-person.ts'
import { upperFirst } from '#lib/text/first-letter.ts'

/**
 * Checks that four people share the work of an emergency change. `text` names each role that is missing, and each
 * person with two roles.
 */
export function separationOfDuties(people: ChangePeople, review: Pick<Review, 'reviewer' | 'reviewer_name'> | null) {
  const reviewer = review?.reviewer ? { text: review.reviewer, name: review.reviewer_name } : null
  const roles: readonly (readonly [role: string, person: ChangePerson | null])[] = [
    ['requester', people.requested_by],
    ['approver', people.approved_by],
    ['implementer', people.assigned_to],
    ['reviewer', reviewer],
  ]
  const missing = roles.flatMap(([role, person]) => (person === null ? [role] : []))
  const rolesByPerson: { person: ChangePerson; roles: string[] }[] = []
  for (const [role, person] of roles) {
    const entry = person && rolesByPerson.find((one) => isSamePerson(one.person, person))
    if (entry) entry.roles.push(role)
    else if (person) rolesByPerson.push({ person, roles: [role] })
  }
  const sentences = [
    ...(missing.length > 0 ? [`No ${joinRoles(missing, 'disjunction')} is recorded.`] : []),
    ...rolesByPerson
      .filter((one) => one.roles.length > 1)
      .map((one) => `${upperFirst(nameOf(one.person))} is ${joinRoles(one.roles, 'conjunction')}.`),
  ]
  const isKept = sentences.length === 0
  return { isKept, text: isKept ? 'Four people: requester, approver, implementer and reviewer.' : sentences.join(' ') }
}

const nameOf = ({ text, name }: ChangePerson) => name ?? text

/** Compares by e-mail, or by name if one of the texts is not an e-mail address. */
const isSamePerson = (one: ChangePerson, other: ChangePerson) =>
  isSameAddress(one.text, other.text) ||
  (!(isEmailAddress(one.text) && isEmailAddress(other.text)) && haveSameName(nameOf(one), nameOf(other)))

const joinRoles = (roles: readonly string[], type: 'conjunction' | 'disjunction') =>
  new Intl.ListFormat('en-GB', { type }).format(roles)
