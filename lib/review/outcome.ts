import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { ChangeRecord, ReviewOutcome } from '#lib/contracts/changes.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import type { CloseCode } from '#lib/contracts/record-values.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { readPriorityLevel } from '#lib/domain/incidents/priority-level.ts'
import { describeValue, describeVerdict, isStatedLate, judge } from '#lib/domain/measures/measures.ts'
import { closeCodeLabels } from '#lib/domain/policy/change-words.ts'
import type { ReviewedChange, ReviewFormValues } from './forms.ts'
import type { Answers, Evidence, Known } from './questions/kinds.ts'
import { outcomeOrder } from './questions/outcome-criteria.ts'
import { isAsked, isOpen, listQuestions } from './questions/question.ts'
import { steps } from './questions/steps.ts'

export type EvidenceSource = ReviewedChange & Pick<ChangeRecord, 'close_code' | 'rolled_back_at'>

export type EvidenceItem = {
  readonly label: string
  readonly text: string
  /** Step of the review with the source; null if it is the change or a reply. */
  readonly step: ReviewStep | null
  readonly field: string
  /** Key of the plan step or number of the incident within the field. */
  readonly entry: string | null
  /** The best outcome that its criterion allows; null for an open question and a reply. */
  readonly allows: ReviewOutcome | null
}

/** `outcome` is null while questions that decide it are open; the evidence then lists these first. */
export type OutcomeProposal = { readonly outcome: ReviewOutcome | null; readonly evidence: readonly EvidenceItem[] }

/**
 * Proposes the outcome: the worst that any piece of evidence allows, according to `outcomeCriteria`. What an answer
 * means is declared with its question. `incidents` provide the priorities of confirmed incidents.
 */
export function proposeOutcome(
  change: EvidenceSource,
  forms: ReviewFormValues,
  incidents: readonly Pick<Incident, 'number' | 'priority'>[] = [],
): OutcomeProposal {
  const { answered, open } = weighAnswers(change, forms, incidents)
  const statedItems = [...answered, ...weighRollback(change)]
  const items = [...statedItems, ...weighMeasures(change, forms), ...weighCloseCode(change)]
  const evidence = items.some(({ allows }) => allows !== 'successful') ? items : [...items, clean]
  const worst = Math.max(...evidence.map(({ allows }) => (allows === null ? 0 : outcomeOrder.indexOf(allows))))
  const outcome = outcomeOrder[worst] ?? null
  // A close code alone proposes nothing: the review's own questions come first.
  if (open.length === 0 || statedItems.some(({ allows }) => allows === 'failed')) return { outcome, evidence }
  return { outcome: null, evidence: [...open, ...items] }
}

/** Lists the contributing factors of a review; none while it does not ask for them. */
export const listFactors = (change: ReviewedChange, forms: ReviewFormValues): string[] =>
  isAsked(steps.outcome.questions.factors, steps.outcome, { forms, change }) ? [...(forms.outcome.factors ?? [])] : []

const unknownPriority = 6

/** Weighs the answers to all questions that are asked, and lists those that are open, by their rank. */
function weighAnswers(
  change: EvidenceSource,
  forms: ReviewFormValues,
  incidents: readonly Pick<Incident, 'number' | 'priority'>[],
) {
  const priorities = new Map(incidents.map(({ number, priority }) => [number, priority]))
  const findPriority = (number: string) => {
    const priority = priorities.get(number) ?? null
    return { priority, level: readPriorityLevel(priority ?? '') ?? unknownPriority }
  }
  const known = { planned: readPlanSteps(change.implementation_plan), planned_end: change.planned_end, findPriority }
  const ranked = reviewSteps
    .flatMap((step) => {
      const answers: Answers = forms[step]
      return listQuestions(steps[step]).flatMap(([field, question]) => {
        const evidence = question.evidence as Evidence<unknown> | undefined
        if (evidence === undefined || !isAsked(question, steps[step], { forms, change })) return []
        const isUnanswered = isOpen(question, answers[field])
        const weights = isUnanswered ? [] : evidence.weigh(answers[field], { ...known, answers } satisfies Known)
        return [{ step, field, evidence, isUnanswered, weights }]
      })
    })
    .toSorted((one, other) => one.evidence.rank - other.evidence.rank)
  return {
    answered: ranked.flatMap(({ step, field, evidence: { label }, weights }) =>
      weights.map((weight): EvidenceItem => ({ label, entry: null, ...weight, step, field })),
    ),
    open: ranked.flatMap(({ step, field, evidence: { open: text }, isUnanswered }): EvidenceItem[] =>
      text !== undefined && isUnanswered
        ? [{ label: 'Not answered', text, allows: null, step, field, entry: null }]
        : [],
    ),
  }
}

const clean: EvidenceItem = {
  label: 'No incident, overrun, deviation or backout',
  text: 'No confirmed incident, no overrun window, no deviation and no backout.',
  allows: 'successful',
  step: 'plan',
  field: 'steps',
  entry: null,
}

/** What the change itself says. */
const ofChange = { step: null, entry: null }

function weighRollback({ rolled_back_at: at }: EvidenceSource): EvidenceItem[] {
  const text = 'A pipeline rolled the change back.'
  return at === null ? [] : [{ ...ofChange, label: 'Rollback', text, field: 'rolled_back_at', allows: 'failed' }]
}

const allowedByVerdict = {
  met: 'successful',
  not_met: 'partially_successful',
  worse: 'partially_successful',
  // Whether the objective was met is then for the reviewer alone to say.
  not_measured: null,
} as const satisfies Readonly<Record<string, ReviewOutcome | null>>

/** A missed target never allows a full success. */
const weighMeasures = ({ measures = [] }: EvidenceSource, { plan }: ReviewFormValues): EvidenceItem[] =>
  measures.map((measure) => ({
    label: 'Measure',
    text: `${measure.name}, target ${describeValue(measure, measure.target)}${isStatedLate(measure, plan) ? ', stated after the work began' : ''}. ${describeVerdict(measure, plan)}.`,
    allows: allowedByVerdict[judge(measure, plan)],
    step: 'plan',
    field: 'is_objective_met',
    entry: null,
  }))

const allowedByCloseCode: Readonly<Record<CloseCode, ReviewOutcome>> = {
  successful: 'successful',
  successful_with_issues: 'successful_with_issues',
  // As for a backout, a failure depends on the objective.
  backed_out: 'partially_successful',
  failed: 'failed',
}

/** The close code is the statement of the implementer, and only one piece of evidence. */
function weighCloseCode({ close_code: closeCode }: EvidenceSource): EvidenceItem[] {
  if (closeCode === null) return []
  const text = `The change was closed as ${closeCodeLabels[closeCode]}.`
  return [{ ...ofChange, label: 'Close code', text, field: 'close_code', allows: allowedByCloseCode[closeCode] }]
}
