import type { PolicyConditions, RuleAssignment } from '#lib/contracts/app/policy-conditions.ts'
import type { OwedReason, reviewFormKinds } from '#lib/contracts/app/review-values.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { CloseCode } from '#lib/contracts/record-values.ts'
import { durationInWords } from './duration-in-words.ts'
import { drawOf } from './sample-draw.ts'

/** A rule of the policy: what it asks of a change, and what follows for the review of one that fits. */
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
  /** 1 (critical) to 5 (planning); null where its wording tells none. */
  readonly priority_level: number | null
}

/** What the policy looks at. */
export type JudgedChange = Pick<ChangeRecord, 'number' | 'type' | 'risk' | 'planned_end' | 'actual_end'> & {
  readonly close_code: CloseCode | null
  readonly is_unauthorized: boolean
  /** The incidents that name it. */
  readonly incidents: readonly LinkedIncident[]
}

/** What follows from all rules that fit. */
export type OwedReview = {
  /** One for each rule that fits, in the order of the rules. */
  readonly reasons: readonly OwedReason[]
  /** Drawn by a random sample, for no other reason. */
  readonly isSampled: boolean
  readonly form: PolicyRule['form']
  readonly dueBusinessDays: number
  readonly needsSignOff: boolean
  /** The rules that fit and name somebody, in their order: the first that finds one who can review assigns. */
  readonly assignments: readonly { readonly rule: string; readonly assignment: RuleAssignment }[]
}

/**
 * Whether a change owes a review by these rules, which come in their order: null when none fits. The full form counts
 * before the short one, the earliest due day before later ones, and a sign-off is needed if any rule asks for one. A
 * random sample is drawn only from what no other rule picks. Source: product.md, "Which change owes a review, and when".
 */
export function judgeChange(change: JudgedChange, rules: readonly PolicyRule[]): OwedReview | null {
  const active = rules.filter(({ is_active }) => is_active)
  const certain = fitting(change, active.filter(isCertain))
  const fits = certain.length > 0 ? certain : fitting(change, active.filter(isSample))
  if (fits.length === 0) return null
  const asking = fits.map(({ rule }) => rule)
  return {
    reasons: fits.map(({ rule: { id, name }, text }) => ({ rule_id: id, rule: name, text })),
    isSampled: certain.length === 0,
    form: asking.some(({ form }) => form === 'full') ? 'full' : 'short',
    dueBusinessDays: Math.min(...asking.map(({ due_business_days: days }) => days)),
    needsSignOff: asking.some(({ needs_sign_off }) => needs_sign_off),
    assignments: asking
      .filter(({ assignment }) => assignment.kind !== 'nobody')
      .map(({ name, assignment }) => ({ rule: name, assignment })),
  }
}

const isSample = ({ conditions }: Pick<PolicyRule, 'conditions'>) => conditions.sample_percent !== null
const isCertain = (rule: PolicyRule) => !isSample(rule)

function fitting(change: JudgedChange, rules: readonly PolicyRule[]) {
  return rules.flatMap((rule) => {
    const text = whyItFits(change, rule)
    return text === null ? [] : [{ rule, text }]
  })
}

/** What of the change meets the conditions of a rule, in words; null when one of them does not hold. */
function whyItFits(change: JudgedChange, { id, conditions }: PolicyRule): string | null {
  const met = [
    ...whatItIs(change, conditions),
    ...howItEnded(change, conditions),
    ...(conditions.incident_priority === null ? [] : [linkedWords(change.incidents, conditions.incident_priority)]),
    ...(conditions.is_unauthorized ? [change.is_unauthorized && 'Implemented without authorization'] : []),
  ]
  if (!met.every((text) => text !== null && text !== false)) return null
  const { sample_percent: percent } = conditions
  if (percent !== null && drawOf(change.number, id) >= percent) return null
  const words = percent === null ? met : [...met, `Drawn by the random sample of ${percent} %`]
  return words.length === 0 ? 'Asked of every change' : joined(words.map(String))
}

type Met = string | null | false

function whatItIs({ type, risk }: JudgedChange, { types, risks }: PolicyConditions): Met[] {
  return [
    ...(types.length === 0 ? [] : [types.includes(type) && `${capital(type)} change`]),
    ...(risks.length === 0 ? [] : [risk !== null && risks.includes(risk) && `Risk rated ${spaced(risk)}`]),
  ]
}

function howItEnded(change: JudgedChange, { close_codes, overrun_minutes }: PolicyConditions): Met[] {
  const code = change.close_code
  return [
    ...(close_codes.length === 0 ? [] : [code !== null && close_codes.includes(code) && `Closed as ${spaced(code)}`]),
    ...(overrun_minutes === null ? [] : [overrunWords(change, overrun_minutes)]),
  ]
}

/** Whole minutes count: what is left of a minute does not make an overrun. */
function overrunWords({ planned_end, actual_end }: JudgedChange, allowed: number): string | null {
  if (planned_end === null || actual_end === null) return null
  const late = Math.trunc((Date.parse(actual_end) - Date.parse(planned_end)) / 60_000)
  return late > allowed ? `Ended ${durationInWords(late)} after the planned end` : null
}

/** Incidents that one sentence names. */
const mostNamed = 3

function linkedWords(incidents: readonly LinkedIncident[], leastUrgent: number): string | null {
  const urgent = incidents
    .flatMap(({ number, priority_level: level }) => (level !== null && level <= leastUrgent ? [{ number, level }] : []))
    .sort((a, b) => a.level - b.level || (a.number < b.number ? -1 : 1))
  if (urgent.length === 0) return null
  const named = urgent.slice(0, mostNamed).map(({ number, level }) => `P${level} incident ${number}`)
  const more = urgent.length > mostNamed ? ` and ${urgent.length - mostNamed} more` : ''
  return `${named.join(', ')}${more} linked`
}

const spaced = (token: string) => token.replaceAll('_', ' ')
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const small = (text: string) => (/^P\d/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))
const joined = ([first = '', ...rest]: readonly string[]) => [first, ...rest.map(small)].join(', ')
