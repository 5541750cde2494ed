import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { objectiveAnswers, riskVerdicts } from '#lib/contracts/app/review-values.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { hasConfirmed } from './form-facts.ts'
import type { ReviewedChange, ReviewFormValues } from './review-forms.ts'
import { objectiveLabels, reviewQuestions, verdictLabels } from './review-labels.ts'

/** A question of the short form. Its answer is stored in the forms of the full review. */
export type ShortQuestion = {
  readonly key: string
  readonly text: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  /** The answer for a clean change; other answers need the full form. */
  readonly clean: string
  /** The step of the full form with the details of other answers. */
  readonly step: ReviewStep
  /** Reads the stored answer; null while the question is open. */
  readonly read: (forms: ReviewFormValues) => string | null
  /** Returns the forms that the answer changes. Never removes a mark, a note or a decision. */
  readonly write: (forms: ReviewFormValues, answer: string) => Partial<ReviewFormValues>
}

/** Returns the questions of the short form. The one about steps is included only if the plan has steps. */
export function listShortQuestions(change: Pick<ReviewedChange, 'implementation_plan'>): ShortQuestion[] {
  const keys = readPlanSteps(change.implementation_plan).map(({ key }) => key)
  return [...(keys.length > 0 ? [stepsQuestion(keys)] : []), ...otherQuestions]
}

type StepMark = ReviewFormValues['plan']['steps'][number]

export const isMarked = ({ result, note }: StepMark): boolean => result !== null || note.trim() !== ''

const yes = { value: 'yes', label: 'Yes' }
const no = { value: 'no', label: 'No' }

function stepsQuestion(keys: readonly string[]): ShortQuestion {
  const isDone = (marks: readonly StepMark[], key: string) =>
    marks.some((mark) => mark.key === key && mark.result === 'done')
  return {
    key: 'steps',
    text:
      keys.length === 1
        ? 'Was the step carried out as planned?'
        : `Were all ${keys.length} steps carried out as planned?`,
    choices: [yes, no],
    clean: 'yes',
    step: 'plan',
    read: ({ plan }) => {
      if (plan.is_any_deviated) return 'no'
      return keys.every((key) => isDone(plan.steps, key)) ? 'yes' : null
    },
    write: ({ plan }, answer) => {
      if (answer === 'no') return { plan: { ...plan, is_any_deviated: true } }
      const steps = plan.steps.some(isMarked)
        ? plan.steps
        : keys.map((key): StepMark => ({ key, result: 'done', note: '' }))
      return { plan: { ...withoutYes(plan, 'is_any_deviated'), steps } }
    },
  }
}

/** Clears a "Yes"; other forms stay as they are. */
const withoutYes = <Form extends Partial<Record<Name, boolean | undefined>>, Name extends string>(
  form: Form,
  name: Name,
): Form => (form[name] ? { ...form, [name]: false } : form)

const otherQuestions: readonly ShortQuestion[] = [
  {
    key: 'backout',
    text: reviewQuestions.is_backout_used,
    choices: [no, yes],
    clean: 'no',
    step: 'plan',
    read: ({ plan }) => (plan.is_backout_used === null ? null : plan.is_backout_used ? 'yes' : 'no'),
    write: ({ plan }, answer) => ({ plan: { ...plan, is_backout_used: answer === 'yes' } }),
  },
  {
    key: 'objective',
    text: reviewQuestions.is_objective_met,
    choices: objectiveAnswers.map((value) => ({ value, label: objectiveLabels[value] })),
    clean: 'yes',
    step: 'plan',
    read: ({ plan }) => plan.is_objective_met,
    write: ({ plan }, answer) => ({
      plan: { ...plan, is_objective_met: objectiveAnswers.find((value) => value === answer) ?? null },
    }),
  },
  {
    key: 'incident',
    text: reviewQuestions.is_any_caused,
    choices: [{ value: 'no', label: 'No, I looked' }, yes],
    clean: 'no',
    step: 'incidents',
    read: ({ incidents }) => {
      if (incidents.is_none_caused) return 'no'
      return incidents.is_any_caused || hasConfirmed(incidents) ? 'yes' : null
    },
    write: ({ incidents }, answer) => ({
      incidents:
        answer === 'yes'
          ? { ...incidents, is_none_caused: false, is_any_caused: true }
          : { ...withoutYes(incidents, 'is_any_caused'), is_none_caused: true },
    }),
  },
  {
    key: 'risk',
    text: reviewQuestions.verdict,
    choices: riskVerdicts.map((value) => ({ value, label: verdictLabels[value] })),
    clean: 'right',
    step: 'risk',
    read: ({ risk }) => risk.verdict,
    write: ({ risk }, answer) => ({
      risk: { ...risk, verdict: riskVerdicts.find((value) => value === answer) ?? null },
    }),
  },
  {
    key: 'improvement',
    text: reviewQuestions.is_any_needed,
    choices: [no, yes],
    clean: 'no',
    step: 'improvements',
    read: ({ improvements }) => (improvements.is_none_needed ? 'no' : improvements.is_any_needed ? 'yes' : null),
    write: ({ improvements }, answer) => ({
      improvements:
        answer === 'yes'
          ? { ...improvements, is_none_needed: false, is_any_needed: true }
          : { ...withoutYes(improvements, 'is_any_needed'), is_none_needed: true },
    }),
  },
  {
    key: 'lesson',
    text: reviewQuestions.is_any_learned,
    choices: [no, yes],
    clean: 'no',
    step: 'lessons',
    read: ({ lessons }) => (lessons.is_none_learned ? 'no' : lessons.is_any_learned ? 'yes' : null),
    write: ({ lessons }, answer) => ({
      lessons:
        answer === 'yes'
          ? { ...lessons, is_none_learned: false, is_any_learned: true }
          : { ...withoutYes(lessons, 'is_any_learned'), is_none_learned: true },
    }),
  },
]
