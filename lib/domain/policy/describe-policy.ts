import type { PolicyConditions, RuleAssignment } from '#lib/contracts/app/policy.ts'
import { joinAlternatives } from '#lib/filter/wording.ts'
import { describeDuration } from '#lib/text/describe-duration.ts'
import { closeCodeLabels, riskLabels, typeLabels } from './change-words.ts'
import type { PolicyRule } from './review-policy.ts'

/** Describes the conditions of a rule, one sentence each. */
export function describeConditions(conditions: PolicyConditions): string[] {
  const { types, risks, close_codes, overrun_minutes, incident_priority, is_unauthorized, sample_percent } = conditions
  const { services, service_count, models } = conditions
  const certain = [
    ...describeValues(types, typeLabels, (words) => `Type is ${words}`),
    ...describeValues(risks, riskLabels, (words) => `Risk is ${words}`),
    ...describeValues(close_codes, closeCodeLabels, (words) => `Closed as ${words}`),
    ...(models.length === 0 ? [] : [`Made from ${joinAlternatives(models)}`]),
    ...(services.length === 0 ? [] : [`Affects ${joinAlternatives(services)}`]),
    ...describeValue(service_count, (count) => `Affects at least ${count} ${count === 1 ? 'service' : 'services'}`),
    ...describeValue(overrun_minutes, describeOverrun),
    ...describeValue(incident_priority, describeIncidentLevel),
    ...(is_unauthorized ? ['Implemented without authorization'] : []),
  ]
  const sample = describeValue(
    sample_percent,
    (percent) => `Random sample of ${percent} % of changes that no other rule matches`,
  )
  return certain.length + sample.length === 0 ? ['Every change'] : [...certain, ...sample]
}

const describeOverrun = (minutes: number) =>
  minutes === 0 ? 'Ended after its window' : `Ended more than ${describeDuration(minutes)} after its window`

const describeIncidentLevel = (level: number) =>
  level === 1 ? 'A linked incident of priority 1' : `A linked incident of priority 1 to ${level}`

/** Describes the requirements of a rule for the review of a matching change. */
export function describeConsequences(
  { form, due_business_days: days, needs_sign_off }: Pick<PolicyRule, 'form' | 'due_business_days' | 'needs_sign_off'>,
  assignedTo: string,
): string[] {
  return [
    form === 'full' ? 'Full form' : 'Short form for clean changes',
    `Due in ${days} business ${days === 1 ? 'day' : 'days'}`,
    ...(needs_sign_off ? ['Signed off by another person'] : []),
    assignedTo,
  ]
}

/** Describes the assignment of a rule. `nameOf` returns the name of a person or a group, if known. */
export function describeAssignment(assignment: RuleAssignment, nameOf: (id: string) => string | undefined): string {
  switch (assignment.kind) {
    case 'nobody':
      return 'Assigned to nobody'
    case 'person':
      return `Assigned to ${nameOf(assignment.email) ?? assignment.email}`
    case 'service':
      return 'Assigned by service'
    case 'group':
      return `Assigned in turn: ${nameOf(assignment.group_id) ?? 'a deleted group'}`
  }
}

function describeValues<Value extends string>(
  values: readonly Value[],
  words: Readonly<Record<Value, string>>,
  describe: (words: string) => string,
): string[] {
  return values.length === 0 ? [] : [describe(joinAlternatives(values.map((value) => words[value])))]
}

const describeValue = (value: number | null, describe: (value: number) => string): string[] =>
  value === null ? [] : [describe(value)]
