import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { ChangeRecord, ReviewOutcome } from '#lib/contracts/changes.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import type { CloseCode } from '#lib/contracts/record-values.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { readPriorityLevel } from '#lib/domain/incidents/priority-level.ts'
import { closeCodeLabels } from '#lib/domain/policy/change-words.ts'
import { describeDuration } from '#lib/time/describe-duration.ts'
import type { ReviewedChange, ReviewFormValues } from './forms.ts'
import { outcomeOrder } from './questions/outcome-criteria.ts'

type MarkedStep = { readonly key: string; readonly text: string }
/** `priority` as recorded; null when the incident is unknown. */
type ConfirmedIncident = { readonly number: string; readonly priority: string | null }

export type EvidenceSource = ReviewedChange & Pick<ChangeRecord, 'close_code' | 'rolled_back_at'>

/** Facts from the change and the other steps of its review that affect the outcome. */
export type OutcomeEvidence = {
  readonly isBackoutUsed: boolean | null
  /** Counts only when the backout was used. */
  readonly hasBackoutWorked: boolean | null
  readonly objective: 'yes' | 'partly' | 'no' | null
  readonly skippedSteps: readonly MarkedStep[]
  readonly deviatedSteps: readonly MarkedStep[]
  /** Most urgent first. */
  readonly confirmedIncidents: readonly ConfirmedIncident[]
  /** Whole minutes after the planned end; 0 when on time or without a planned window. */
  readonly overrunMinutes: number
  /** The close code from the implementer; null if unknown. */
  readonly closeCode: ChangeRecord['close_code']
  /** Instant at which a pipeline rolled the change back; null if none reported that. */
  readonly rolledBackAt: string | null
}

/** Collects the facts about the outcome. `incidents` provide the priorities of confirmed incidents. */
export function gatherEvidence(
  change: EvidenceSource,
  forms: ReviewFormValues,
  incidents: readonly Pick<Incident, 'number' | 'priority'>[] = [],
): OutcomeEvidence {
  const { plan } = forms
  const results = new Map(plan.steps.map(({ key, result }) => [key, result]))
  const steps = readPlanSteps(change.implementation_plan)
  const listMarked = (result: string) =>
    steps.flatMap(({ key, text }) => (results.get(key) === result ? [{ key, text }] : []))
  return {
    isBackoutUsed: plan.is_backout_used,
    hasBackoutWorked: plan.has_backout_worked,
    objective: plan.is_objective_met,
    skippedSteps: listMarked('skipped'),
    deviatedSteps: listMarked('deviated'),
    confirmedIncidents: listConfirmed(forms, incidents),
    overrunMinutes: countOverrunMinutes(change.planned_end, plan.actual_end),
    closeCode: change.close_code,
    rolledBackAt: change.rolled_back_at,
  }
}

const unknownPriority = 6

function listConfirmed(
  { incidents: { decisions } }: ReviewFormValues,
  incidents: readonly Pick<Incident, 'number' | 'priority'>[],
): ConfirmedIncident[] {
  const priorities = new Map(incidents.map(({ number, priority }) => [number, priority]))
  const getLevel = ({ priority }: ConfirmedIncident) => readPriorityLevel(priority ?? '') ?? unknownPriority
  return decisions
    .filter(({ decision }) => decision === 'confirmed')
    .map(({ incident: number }) => ({ number, priority: priorities.get(number) ?? null }))
    .toSorted((one, other) => getLevel(one) - getLevel(other))
}

function countOverrunMinutes(planned: string | null, actual: string | null): number {
  if (planned === null || actual === null) return 0
  return Math.max(0, Math.floor((Date.parse(actual) - Date.parse(planned)) / 60_000))
}

export type EvidenceKind =
  | 'objective'
  | 'backout'
  | 'skipped'
  | 'deviated'
  | 'incident'
  | 'window'
  | 'rollback'
  | 'closed'
  | 'reply'
  | 'clean'
  | 'open'

/** A piece of evidence for an outcome, with the field that it comes from. */
export type EvidenceItem = {
  readonly kind: EvidenceKind
  readonly text: string
  /** Null for a field of the change itself and for a reply of the requester. */
  readonly step: ReviewStep | null
  readonly field: string
  /** Key of the plan step or number of the incident within the field. */
  readonly entry: string | null
  /** The best outcome that its criterion allows; null for an open question and a reply. */
  readonly allows: ReviewOutcome | null
}

/** `outcome` is null while questions that decide it are open; the evidence then lists these first. */
export type OutcomeProposal = { readonly outcome: ReviewOutcome | null; readonly evidence: readonly EvidenceItem[] }

/** Proposes the outcome: the worst that any piece of evidence allows, according to `outcomeCriteria`. */
export function proposeOutcome(facts: OutcomeEvidence): OutcomeProposal {
  const statedItems = [
    ...weighObjective(facts),
    ...weighBackout(facts),
    ...weighSteps(facts),
    ...weighIncidents(facts),
    ...weighWindow(facts),
    ...weighRollback(facts),
  ]
  const items = [...statedItems, ...weighCloseCode(facts)]
  const evidence = items.some(({ allows }) => allows !== 'successful') ? items : [...items, clean]
  const worst = Math.max(...evidence.map(({ allows }) => (allows === null ? 0 : outcomeOrder.indexOf(allows))))
  const outcome = outcomeOrder[worst] ?? null
  // A close code alone proposes nothing: the review's own questions come first.
  if (statedItems.some(({ allows }) => allows === 'failed')) return { outcome, evidence }
  const open = openQuestions(facts)
  return open.length === 0 ? { outcome, evidence } : { outcome: null, evidence: [...open, ...items] }
}

const locateInPlan = (field: string) => ({ step: 'plan', field, entry: null }) as const

const clean: EvidenceItem = {
  kind: 'clean',
  text: 'No confirmed incident, no overrun window, no deviation and no backout.',
  ...locateInPlan('steps'),
  allows: 'successful',
}

const objectives = {
  yes: { text: 'The objective was met.', allows: 'successful' },
  partly: { text: 'Only part of the objective was met.', allows: 'partially_successful' },
  no: { text: 'The objective was not met.', allows: 'failed' },
} as const

const weighObjective = ({ objective }: OutcomeEvidence): EvidenceItem[] =>
  objective === null ? [] : [{ kind: 'objective', ...locateInPlan('is_objective_met'), ...objectives[objective] }]

/**
 * A backout is partial if the objective was met at least in part. A backout that did not work is a failure whatever the
 * objective, because it left neither the old state nor the new one.
 */
function weighBackout({ isBackoutUsed, hasBackoutWorked, objective }: OutcomeEvidence): EvidenceItem[] {
  if (!isBackoutUsed) return []
  const item = (text: string, allows: ReviewOutcome, field = 'is_backout_used'): EvidenceItem[] => [
    { kind: 'backout', text, ...locateInPlan(field), allows },
  ]
  if (hasBackoutWorked === false) {
    return item('A backout was tried and did not work.', 'failed', 'has_backout_worked')
  }
  if (objective === 'no') return item('The change was backed out.', 'failed')
  return objective === null ? [] : item('Part of the change was backed out.', 'partially_successful')
}

function weighSteps({ skippedSteps, deviatedSteps }: OutcomeEvidence): EvidenceItem[] {
  const items = (kind: 'skipped' | 'deviated', steps: OutcomeEvidence['skippedSteps'], allows: ReviewOutcome) =>
    steps.map(({ key, text }): EvidenceItem => ({ kind, text, step: 'plan', field: 'steps', entry: key, allows }))
  return [
    ...items('skipped', skippedSteps, 'partially_successful'),
    ...items('deviated', deviatedSteps, 'successful_with_issues'),
  ]
}

const weighIncidents = ({ confirmedIncidents }: OutcomeEvidence): EvidenceItem[] =>
  confirmedIncidents.map(({ number, priority }) => ({
    kind: 'incident',
    text: priority === null ? number : `${number}, priority ${priority}`,
    step: 'incidents',
    field: 'decisions',
    entry: number,
    allows: 'successful_with_issues',
  }))

function weighWindow({ overrunMinutes }: OutcomeEvidence): EvidenceItem[] {
  if (overrunMinutes <= 0) return []
  const text = `Overrun by ${describeDuration(overrunMinutes)}.`
  return [{ kind: 'window', text, ...locateInPlan('actual_end'), allows: 'successful_with_issues' }]
}

function weighRollback({ rolledBackAt }: OutcomeEvidence): EvidenceItem[] {
  if (rolledBackAt === null) return []
  const text = 'A pipeline rolled the change back.'
  return [{ kind: 'rollback', text, step: null, field: 'rolled_back_at', entry: null, allows: 'failed' }]
}

const allowedByCloseCode: Readonly<Record<CloseCode, ReviewOutcome>> = {
  successful: 'successful',
  successful_with_issues: 'successful_with_issues',
  // As in `weighBackout`, a failure depends on the objective.
  backed_out: 'partially_successful',
  failed: 'failed',
}

/** The close code is the statement of the implementer, and only one piece of evidence. */
function weighCloseCode({ closeCode }: OutcomeEvidence): EvidenceItem[] {
  if (closeCode === null) return []
  const text = `The change was closed as ${closeCodeLabels[closeCode]}.`
  const allows = allowedByCloseCode[closeCode]
  return [{ kind: 'closed', text, step: null, field: 'close_code', entry: null, allows }]
}

function openQuestions({ objective, isBackoutUsed, hasBackoutWorked }: OutcomeEvidence): EvidenceItem[] {
  const open = (text: string, field: string): EvidenceItem => ({
    kind: 'open',
    text,
    ...locateInPlan(field),
    allows: null,
  })
  const isBackoutOpen = isBackoutUsed === true && hasBackoutWorked === null
  return [
    ...(objective === null ? [open('Was the objective met?', 'is_objective_met')] : []),
    ...(isBackoutUsed === null ? [open('Was the backout plan used?', 'is_backout_used')] : []),
    ...(isBackoutOpen ? [open('Did the backout work?', 'has_backout_worked')] : []),
  ]
}
