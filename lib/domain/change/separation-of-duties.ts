import type { ChangePeople, ChangePerson } from '#lib/contracts/app/changes.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { haveSameName, isEmail, isSameEmail } from '#lib/domain/four-eyes/same-person.ts'
import { upperFirst } from '#lib/text/first-letter.ts'

/**
 * Checks that four people share the work of an emergency change. `text` names each role that is missing, and each
 * person with two roles.
 */
export function checkSeparationOfDuties(
  people: ChangePeople,
  review: Pick<Review, 'reviewer' | 'reviewer_name'> | null,
) {
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
      .map((one) => `${upperFirst(getName(one.person))} is ${joinRoles(one.roles, 'conjunction')}.`),
  ]
  const isSeparated = sentences.length === 0
  return {
    isSeparated,
    text: isSeparated ? 'Four people: requester, approver, implementer and reviewer.' : sentences.join(' '),
  }
}

const getName = ({ text, name }: ChangePerson) => name ?? text

/** Compares by e-mail, or by name if one of the texts is not an e-mail address. */
const isSamePerson = (one: ChangePerson, other: ChangePerson) =>
  isSameEmail(one.text, other.text) ||
  (!(isEmail(one.text) && isEmail(other.text)) && haveSameName(getName(one), getName(other)))

const joinRoles = (roles: readonly string[], type: 'conjunction' | 'disjunction') =>
  new Intl.ListFormat('en-GB', { type }).format(roles)
