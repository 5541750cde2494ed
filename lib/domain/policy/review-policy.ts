import type { PolicyConditions, RuleAssignment } from '#lib/contracts/app/policy.ts'
import type { OwedReason } from '#lib/contracts/app/review-forms.ts'
import type { reviewFormKinds } from '#lib/contracts/app/review-values.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { CloseCode } from '#lib/contracts/record-values.ts'
import { describeDuration } from '#lib/text/describe-duration.ts'
import { upperFirst } from '#lib/text/first-letter.ts'

/** A rule of the policy: the conditions on a change, and the requirements for the review of a matching change. */
export type PolicyRule = {
  readonly id: string
  readonly name: string
  readonly is_active: boolean
  readonly conditions: PolicyConditions
  readonly form: (typeof reviewFormKinds)[number]
  readonly due_business_days: number
  readonly needs_sign_off: boolean
  readonly assignment: RuleAssignment
}

type LinkedIncident = {
  readonly number: string
  /** 1 (critical) to 5 (planning); null if the wording of the priority states none. */
  readonly priority_level: number | null
}

/** The fields of a change and of its incidents that the policy reads. */
export type PolicyInput = Pick<
  ChangeRecord,
  'number' | 'type' | 'risk' | 'model' | 'affected_services' | 'planned_end' | 'actual_end'
> & {
  readonly close_code: CloseCode | null
  readonly is_unauthorized: boolean
  /** The incidents that name the change. */
  readonly incidents: readonly LinkedIncident[]
}

/** The combined requirements of all matching rules. */
export type OwedReview = {
  /** One for each matching rule, in the order of the rules. */
  readonly reasons: readonly OwedReason[]
  /** True if only a random sample selected it. */
  readonly isSampled: boolean
  readonly form: PolicyRule['form']
  readonly dueBusinessDays: number
  readonly needsSignOff: boolean
  /** The assignments of the matching rules in order; the first that yields a person who can review wins. */
  readonly assignments: readonly { readonly rule: string; readonly assignment: RuleAssignment }[]
}

/**
 * Evaluates the rules for a change; null if none matches. The full form wins over the short one, and is required if the
 * short one could not be completed. The earliest due day wins, and a sign-off is required if any rule requires one. A
 * random sample is drawn only from changes that no other rule matches.
 */
export function evaluatePolicy(change: PolicyInput, rules: readonly PolicyRule[]): OwedReview | null {
  const active = rules.filter(({ is_active }) => is_active)
  const certain = findMatches(change, active.filter(isCertain))
  const matches = certain.length > 0 ? certain : findMatches(change, active.filter(isSample))
  if (matches.length === 0) return null
  const matching = matches.map(({ rule }) => rule)
  return {
    reasons: matches.map(({ rule: { id, name }, text }) => ({ rule_id: id, rule: name, text })),
    isSampled: certain.length === 0,
    form: matching.every(({ form }) => form === 'short') && listRecordFaults(change).length === 0 ? 'short' : 'full',
    dueBusinessDays: Math.min(...matching.map(({ due_business_days: days }) => days)),
    needsSignOff: matching.some(({ needs_sign_off }) => needs_sign_off),
    assignments: matching
      .filter(({ assignment }) => assignment.kind !== 'nobody')
      .map(({ name, assignment }) => ({ rule: name, assignment })),
  }
}

/** Fields of a change that decide on the short form. The policy does not read the starts, which may be left out. */
export type RecordedFacts = Pick<
  PolicyInput,
  'type' | 'risk' | 'planned_end' | 'actual_end' | 'close_code' | 'is_unauthorized'
> &
  Partial<Pick<ChangeRecord, 'planned_start' | 'actual_start'>>

/** Lists the faults in the record of a change that prevent the short form. */
export function listRecordFaults(change: RecordedFacts): string[] {
  const { type, risk } = change
  return [
    ...when(type === 'emergency', 'It was an emergency.'),
    ...when(risk === null, 'The risk is not rated.'),
    ...when(risk === 'high' || risk === 'very_high', `The risk is ${risk?.replace('_', ' ')}.`),
    ...windowFaults(change),
    ...when(
      change.close_code !== null && change.close_code !== 'successful',
      `It was closed as ${change.close_code?.replaceAll('_', ' ')}.`,
    ),
    ...when(change.is_unauthorized, 'It was implemented without authorization.'),
  ]
}

function windowFaults(change: RecordedFacts): string[] {
  const { planned_start: from, planned_end: until, actual_start: start, actual_end: end } = change
  if (start === null || end === null) return ['Its actual start or end is unknown.']
  if (from === null || until === null) return ['It had no planned window.']
  return [
    ...when(Date.parse(start ?? '') < Date.parse(from ?? ''), 'It started before its window.'),
    ...when(Date.parse(end) > Date.parse(until), 'It ended after its window.'),
  ]
}

const when = (condition: boolean, text: string) => (condition ? [text] : [])

/** Combines the requirements of two evaluations. For a rule in both, the reason of the first stays. */
export function combineOwed(one: OwedReview | null, other: OwedReview | null): OwedReview | null {
  if (one === null || other === null) return one ?? other
  const ruleIds = new Set(one.reasons.map(({ rule_id: id }) => id))
  return {
    reasons: [...one.reasons, ...other.reasons.filter(({ rule_id: id }) => !ruleIds.has(id))],
    isSampled: false,
    form: one.form === 'full' ? 'full' : other.form,
    dueBusinessDays: Math.min(one.dueBusinessDays, other.dueBusinessDays),
    needsSignOff: one.needsSignOff || other.needsSignOff,
    assignments: [...one.assignments, ...other.assignments],
  }
}

/** Adds a remark to each reason. */
export const addRemark = (owed: OwedReview, remark: string): OwedReview => ({
  ...owed,
  reasons: owed.reasons.map((reason) => ({ ...reason, text: `${reason.text}; ${remark}` })),
})

const isSample = ({ conditions }: Pick<PolicyRule, 'conditions'>) => conditions.sample_percent !== null
const isCertain = (rule: PolicyRule) => !isSample(rule)

function findMatches(change: PolicyInput, rules: readonly PolicyRule[]) {
  return rules.flatMap((rule) => {
    const text = describeMatch(change, rule)
    return text === null ? [] : [{ rule, text }]
  })
}

/** Describes how the change meets the conditions of a rule; null if it does not. */
function describeMatch(change: PolicyInput, { id, conditions }: PolicyRule): string | null {
  const conditionMatches = [
    ...matchTypeAndRisk(change, conditions),
    ...matchServices(change, conditions),
    ...matchEnd(change, conditions),
    ...(conditions.incident_priority === null
      ? []
      : [describeLinkedIncidents(change.incidents, conditions.incident_priority)]),
    ...(conditions.is_unauthorized ? [change.is_unauthorized && 'Implemented without authorization'] : []),
  ]
  if (!conditionMatches.every((text) => text !== null && text !== false)) return null
  const { sample_percent: percent } = conditions
  if (percent !== null && drawNumber(change.number, id) >= percent) return null
  const words =
    percent === null ? conditionMatches : [...conditionMatches, `Selected by the random sample of ${percent} %`]
  return words.length === 0 ? 'Required for every change' : joinConditions(words.map(String))
}

type ConditionMatch = string | null | false

function matchTypeAndRisk(
  { type, risk, model }: PolicyInput,
  { types, risks, models }: PolicyConditions,
): ConditionMatch[] {
  return [
    ...(types.length === 0 ? [] : [types.includes(type) && `${upperFirst(type)} change`]),
    ...(risks.length === 0 ? [] : [risk !== null && risks.includes(risk) && `Risk rated ${spaced(risk)}`]),
    ...(models.length === 0 ? [] : [model !== null && models.includes(model) && `Made from ${model}`]),
  ]
}

function matchServices(
  { affected_services: affected }: PolicyInput,
  { services, service_count }: PolicyConditions,
): ConditionMatch[] {
  const matching = affected.filter((service) => services.includes(service))
  return [
    ...(services.length === 0 ? [] : [matching.length > 0 && `Affects ${matching.slice(0, maxNamed).join(', ')}`]),
    ...(service_count === null
      ? []
      : [affected.length >= service_count && `Affects ${describeServiceCount(affected.length)}`]),
  ]
}

const describeServiceCount = (count: number) => `${count} ${count === 1 ? 'service' : 'services'}`

function matchEnd(change: PolicyInput, { close_codes, overrun_minutes }: PolicyConditions): ConditionMatch[] {
  const code = change.close_code
  return [
    ...(close_codes.length === 0 ? [] : [code !== null && close_codes.includes(code) && `Closed as ${spaced(code)}`]),
    ...(overrun_minutes === null ? [] : [describeOverrun(change, overrun_minutes)]),
  ]
}

/** Counts an overrun in whole minutes only. */
function describeOverrun({ planned_end, actual_end }: PolicyInput, allowed: number): string | null {
  if (planned_end === null || actual_end === null) return null
  const late = Math.trunc((Date.parse(actual_end) - Date.parse(planned_end)) / 60_000)
  return late > allowed ? `Ended ${describeDuration(late)} after the planned end` : null
}

const maxNamed = 3

function describeLinkedIncidents(incidents: readonly LinkedIncident[], leastUrgent: number): string | null {
  const urgent = incidents
    .flatMap(({ number, priority_level: level }) => (level !== null && level <= leastUrgent ? [{ number, level }] : []))
    .toSorted((a, b) => a.level - b.level || (a.number < b.number ? -1 : 1))
  if (urgent.length === 0) return null
  const texts = urgent.slice(0, maxNamed).map(({ number, level }) => `P${level} incident ${number}`)
  const more = urgent.length > maxNamed ? ` and ${urgent.length - maxNamed} more` : ''
  return `${texts.join(', ')}${more} linked`
}

const spaced = (value: string) => value.replaceAll('_', ' ')
const lowerFirstWord = (text: string) => (/^P\d/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))
const joinConditions = ([first = '', ...rest]: readonly string[]) => [first, ...rest.map(lowerFirstWord)].join(', ')

/**
 * Returns a number in [0, 100) for a change and a rule, uniformly distributed and deterministic, so that a new decision
 * selects the same sample. FNV-1a over number and rule, mixed by the finalizer of MurmurHash3.
 */
export function drawNumber(changeNumber: string, ruleId: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(`${changeNumber}\n${ruleId}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * 100
}
