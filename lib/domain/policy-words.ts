import type { PolicyConditions, RuleAssignment } from '#lib/contracts/app/policy-conditions.ts'
import type { changeRisks, changeTypes } from '#lib/contracts/changes.ts'
import type { CloseCode } from '#lib/contracts/record-values.ts'
import { durationInWords } from './duration-in-words.ts'
import type { PolicyRule } from './review-policy.ts'

export const typeWords: Readonly<Record<(typeof changeTypes)[number], string>> = {
  standard: 'standard',
  normal: 'normal',
  emergency: 'emergency',
}

export const riskWords: Readonly<Record<(typeof changeRisks)[number], string>> = {
  low: 'low',
  moderate: 'moderate',
  high: 'high',
  very_high: 'very high',
}

export const closeCodeWords: Readonly<Record<CloseCode, string>> = {
  successful: 'successful',
  successful_with_issues: 'successful with issues',
  failed: 'failed',
  backed_out: 'backed out',
}

/** What a rule asks of a change, one sentence for each condition; a rule without conditions asks for every change. */
export function conditionWords(conditions: PolicyConditions): string[] {
  const { types, risks, close_codes, overrun_minutes, incident_priority, is_unauthorized, sample_percent } = conditions
  const asked = [
    ...listed(types, typeWords, (words) => `Type is ${words}`),
    ...listed(risks, riskWords, (words) => `Risk is ${words}`),
    ...listed(close_codes, closeCodeWords, (words) => `Closed as ${words}`),
    ...when(overrun_minutes, overrunWords),
    ...when(incident_priority, incidentWords),
    ...(is_unauthorized ? ['Implemented without authorization'] : []),
  ]
  const sample = when(sample_percent, (percent) => `Random sample of ${percent} % of what no other rule picks`)
  return asked.length + sample.length === 0 ? ['Every change'] : [...asked, ...sample]
}

const overrunWords = (minutes: number) =>
  minutes === 0 ? 'Ended after its window' : `Ended more than ${durationInWords(minutes)} after its window`

const incidentWords = (level: number) =>
  level === 1 ? 'A linked incident of priority 1' : `A linked incident of priority 1 to ${level}`

/** What follows of a rule for the review of a change that fits, in words. */
export function consequenceWords(
  { form, due_business_days: days, needs_sign_off }: Pick<PolicyRule, 'form' | 'due_business_days' | 'needs_sign_off'>,
  assignedTo: string,
): string[] {
  return [
    form === 'full' ? 'Full form' : 'Short form',
    `Due in ${days} business ${days === 1 ? 'day' : 'days'}`,
    ...(needs_sign_off ? ['Signed off by another person'] : []),
    assignedTo,
  ]
}

/** Who gets the reviews that a rule asks for; `nameOf` gives the name of a person or a group, where it is known. */
export function assignmentWords(assignment: RuleAssignment, nameOf: (id: string) => string | undefined): string {
  switch (assignment.kind) {
    case 'nobody':
      return 'Assigned to nobody'
    case 'person':
      return `Assigned to ${nameOf(assignment.email) ?? assignment.email}`
    case 'service':
      return 'Assigned by service'
    case 'group':
      return `Assigned in turn: ${nameOf(assignment.group_id) ?? 'a group that is gone'}`
  }
}

function listed<Token extends string>(
  tokens: readonly Token[],
  words: Readonly<Record<Token, string>>,
  say: (words: string) => string,
): string[] {
  if (tokens.length === 0) return []
  const told = tokens.map((token) => words[token])
  const last = told.at(-1) ?? ''
  return [say(told.length === 1 ? last : `${told.slice(0, -1).join(', ')} or ${last}`)]
}

const when = (value: number | null, say: (value: number) => string): string[] => (value === null ? [] : [say(value)])
