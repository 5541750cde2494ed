import type { PartKind, WaiverRequest } from '#lib/contracts/app/review-values.ts'
import type { TookPart } from '#lib/contracts/app/reviews.ts'
import { haveSameName, isSameAddress, mayMean, type Person } from './same-person.ts'

/**
 * Each kind of part that somebody takes in a change or its review, with the sentence for the person whom it rules out:
 * a person who took a part neither signs the review off nor waives it. A kind that is not in this record rules out nobody.
 */
export const parts: Readonly<Record<Exclude<PartKind, 'listed'>, string>> = {
  implemented: 'You implemented the change',
  reviewed: 'You reviewed it',
  submitted: 'You submitted it',
  completed: 'You completed it',
  wrote: 'You changed or proposed answers in this review',
  imported: 'You imported its outcome',
  issued_token: 'A token that you issued wrote its outcome',
}

/** Whether the policy requires a sign-off, and by what. */
export type SignOffRequirement = {
  /** By the current record and rules. */
  readonly now: boolean
  /** By a former state of the record that counts: see `countedRecords`. */
  readonly byFormerRecord: boolean
  /** By rules that were in force since the work began, and were changed or deleted since. */
  readonly byFormerRules: boolean
  /** It did when the change or its review was last written or decided on. */
  readonly before: boolean
}

/** What decides whether a sign-off is required. */
type Asked = {
  readonly took: TookPart
  readonly reviewer: Person | null
  /** Who would complete the review; null to ask for anybody. */
  readonly person: Person | null
  readonly requirement: SignOffRequirement
}

/** For the person who wrote the directory entry of the implementer. */
export const ownListing = 'You wrote the entry of the directory by which its implementer is known'

/** The parts by which somebody completes a review from outside. */
const outcomeKinds: ReadonlySet<PartKind> = new Set(['imported', 'issued_token'])

/** Why a sign-off is required: each reason returns its sentence, or null. The first one that holds is shown. */
export const signOffReasons = {
  unstated: ({ took: { unstated } }) =>
    unstated.length === 0
      ? null
      : `The change names ${quoted(unstated)} as its implementer, who is not in the directory.`,
  reviewers_work: ({ took, reviewer }) =>
    reviewer !== null && hasImplemented(reviewer, took) ? 'Its reviewer implemented the change.' : null,
  own_work: ({ took, person }) =>
    person !== null && hasImplemented(person, took) ? 'You implemented the change.' : null,
  own_listing: ({ took, person }) => (person !== null && hasListed(person, took) ? `${ownListing}.` : null),
  outcome_by_implementer: ({ took }) =>
    took.parts.some(({ kind, person }) => outcomeKinds.has(kind) && hasImplemented({ email: person }, took))
      ? 'Its implementer imported its outcome, or issued the token that wrote it.'
      : null,
  policy: ({ requirement }) => (requirement.now ? 'The policy requires it.' : null),
  former_record: ({ requirement }) =>
    requirement.byFormerRecord ? 'The policy requires it by what the record of the change said before.' : null,
  former_rules: ({ requirement }) =>
    requirement.byFormerRules ? 'The policy required it when the work began; a later edit does not lower that.' : null,
  kept: ({ requirement }) => (requirement.before ? 'It was required before; a later write does not lower that.' : null),
} as const satisfies Readonly<Record<string, (asked: Asked) => string | null>>

/** Why the review needs a sign-off; null when this person may complete it without one. */
export function whySignOffRequired(asked: Asked): string | null {
  for (const reason of Object.values(signOffReasons)) {
    const text = reason(asked)
    if (text !== null) return text
  }
  return null
}

/** The sentence of the first part that rules this person out; null for somebody who took no part. */
export function whyRuledOut(person: Person, took: TookPart): string | null {
  const kinds = partsOf(person, took)
  return Object.entries(parts).find(([kind]) => kinds.has(kind))?.[1] ?? null
}

/**
 * Why a person may not waive a review; null if they may. The reviewer may while it needs no sign-off. Nobody waives
 * alone what they may not complete alone because they wrote the directory entry of its implementer.
 */
export function whyNoWaiver(person: Person, took: TookPart, isNeeded: boolean): string | null {
  const counted = isNeeded ? took.parts : took.parts.filter(({ kind }) => kind !== 'reviewed')
  return whyRuledOut(person, { ...took, parts: counted }) ?? (hasListed(person, took) ? ownListing : null)
}

/** Whether this person requested the waiver, and so does not confirm it. */
export const hasRequested = (person: Person, request: Pick<WaiverRequest, 'email'>): boolean =>
  isSameAddress(request.email, person.email)

/** Whether this person implemented the change or may be the person whom its record names. */
export const hasImplemented = (person: Person, took: TookPart) => partsOf(person, took).has('implemented')

/** Whether this person wrote the entry of the directory by which the implementer is known. */
export const hasListed = (person: Person, took: TookPart) => partsOf(person, took).has('listed')

/**
 * The kinds of part that a person took. Who may be meant by the text of an unresolved implementer, or has the name of a
 * known one, implemented it.
 */
function partsOf(person: Person, { parts: all, unresolved, names = [] }: TookPart): ReadonlySet<string> {
  const kinds = all.filter((part) => isSameAddress(part.person, person.email)).map(({ kind }) => kind)
  const isNamed =
    unresolved.some((text) => mayMean(text, person)) || names.some((name) => haveSameName(name, person.name ?? ''))
  return new Set(isNamed ? [...kinds, 'implemented' as const] : kinds)
}

/** Texts in quotation marks, as a list in words. */
export const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(' and ')
