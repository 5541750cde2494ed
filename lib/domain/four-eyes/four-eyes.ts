import type { WaiverRequest } from '#lib/contracts/app/review-forms.ts'
import type { PartKind } from '#lib/contracts/app/review-values.ts'
import type { Participation } from '#lib/contracts/app/reviews.ts'
import { haveSameName, isSameEmail, mayMean, type Person } from './same-person.ts'

/**
 * Each part that excludes a person from signing off or waiving a review, with the sentence shown to that person. Other
 * kinds of part do not exclude anybody.
 */
export const excludingParts: Readonly<Record<Exclude<PartKind, 'listed'>, string>> = {
  implemented: 'You implemented the change',
  reviewed: 'You reviewed it',
  submitted: 'You submitted it',
  completed: 'You completed it',
  wrote: 'You changed or proposed answers in this review',
  imported: 'You imported its outcome',
  issued_token: 'A token that you issued wrote its outcome',
}

/** The facts that decide whether a sign-off is required. */
type SignOffFacts = {
  readonly participation: Participation
  readonly reviewer: Person | null
  /** The person who would complete the review; null to ask for anybody. */
  readonly person: Person | null
  /** True if the policy requires one, by the record and the rules or as an open review stores it. */
  readonly isRequired: boolean
}

/** The sentence for the person who wrote the directory entry of the implementer. */
export const listingReason = 'You wrote the entry of the directory by which its implementer is known'

/** The parts of people who complete a review through an import or the API. */
const outcomeKinds: ReadonlySet<PartKind> = new Set(['imported', 'issued_token'])

/** The reasons to require a sign-off. Each returns its sentence, or null; the first that applies is shown. */
export const signOffReasons = {
  unstated: ({ participation: { unstated } }) =>
    unstated.length === 0
      ? null
      : `The change names ${joinQuoted(unstated)} as its implementer, who is not in the directory.`,
  reviewers_work: ({ participation, reviewer }) =>
    reviewer !== null && hasImplemented(reviewer, participation) ? 'Its reviewer implemented the change.' : null,
  own_work: ({ participation, person }) =>
    person !== null && hasImplemented(person, participation) ? 'You implemented the change.' : null,
  own_listing: ({ participation, person }) =>
    person !== null && hasListed(person, participation) ? `${listingReason}.` : null,
  outcome_by_implementer: ({ participation }) =>
    participation.parts.some(
      ({ kind, person }) => outcomeKinds.has(kind) && hasImplemented({ email: person }, participation),
    )
      ? 'Its implementer imported its outcome, or issued the token that wrote it.'
      : null,
  policy: ({ isRequired }) => (isRequired ? 'The policy requires it.' : null),
} as const satisfies Readonly<Record<string, (facts: SignOffFacts) => string | null>>

/** Returns the reason why the review needs a sign-off; null if this person may complete it without one. */
export function whySignOffRequired(facts: SignOffFacts): string | null {
  for (const reason of Object.values(signOffReasons)) {
    const text = reason(facts)
    if (text !== null) return text
  }
  return null
}

/** Returns the sentence of the first part that excludes this person; null if they took no part. */
export function whyRuledOut(person: Person, participation: Participation): string | null {
  const kinds = listPartKinds(person, participation)
  return Object.entries(excludingParts).find(([kind]) => kinds.has(kind))?.[1] ?? null
}

/**
 * Returns the reason why a person may not waive a review; null if they may. The reviewer may while it needs no
 * sign-off. A person who wrote the directory entry of the implementer may not, because they cannot complete it alone
 * either.
 */
export function whyNoWaiver(
  person: Person,
  participation: Participation,
  { needsSignOff }: { readonly needsSignOff: boolean },
): string | null {
  const counted = needsSignOff ? participation.parts : participation.parts.filter(({ kind }) => kind !== 'reviewed')
  return (
    whyRuledOut(person, { ...participation, parts: counted }) ??
    (hasListed(person, participation) ? listingReason : null)
  )
}

/** True if this person requested the waiver, and so cannot confirm it. */
export const hasRequested = (person: Person, request: Pick<WaiverRequest, 'email'>): boolean =>
  isSameEmail(request.email, person.email)

/** True if this person implemented the change, or may be the person named by its record. */
export const hasImplemented = (person: Person, participation: Participation) =>
  listPartKinds(person, participation).has('implemented')

/** True if this person wrote the directory entry that identifies the implementer. */
export const hasListed = (person: Person, participation: Participation) =>
  listPartKinds(person, participation).has('listed')

/**
 * Lists the kinds of part that a person took, with the same address or name. A person implemented the change, too, if
 * the text of an unresolved implementer may mean them.
 */
function listPartKinds(person: Person, { parts, unresolved }: Participation): ReadonlySet<string> {
  const isOfPerson = ({ person: email, names = [] }: Participation['parts'][number]) =>
    isSameEmail(email, person.email) || names.some((name) => haveSameName(name, person.name ?? ''))
  const kinds = parts.filter(isOfPerson).map(({ kind }) => kind)
  return new Set(unresolved.some((text) => mayMean(text, person)) ? [...kinds, 'implemented'] : kinds)
}

/** Joins texts in quotation marks to a phrase. */
export const joinQuoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(' and ')
