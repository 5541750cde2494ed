import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { readPriorityLevel } from '#lib/domain/incidents/priority-level.ts'
import type { ReviewedChange, ReviewFormValues } from './review-forms.ts'

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
