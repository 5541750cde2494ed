import type { ReviewSavers } from '#lib/api/review-savers.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { readPlanSteps } from '#lib/domain/plan-steps.ts'
import type { ReviewedChange, ReviewFormValues } from '#lib/domain/review-forms.ts'
import { reviewQuestions } from '#lib/domain/review-words.ts'

/** A question of the short form: one answer finds the change clean, the other leads to the full form. */
export type ShortQuestion = {
  readonly key: string
  readonly text: string
  readonly clean: string
  readonly other: string
  /** The step of the full form where the other answer is told. */
  readonly step: ReviewStep
  readonly isClean: (forms: ReviewFormValues) => boolean
  /** Writes the clean answer into the forms, or takes it back. */
  readonly write: (savers: ReviewSavers, isClean: boolean) => void
}

/** The questions of the short form; what they write is what the full form would. */
export function shortQuestions(change: ReviewedChange): ShortQuestion[] {
  const steps = readPlanSteps(change.implementation_plan)
  const done = steps.map(({ key }) => ({ key, result: 'done' as const, note: '' }))
  const planSteps: ShortQuestion = {
    key: 'steps',
    text:
      steps.length === 1
        ? 'Was the step carried out as planned?'
        : `Were all ${steps.length} steps carried out as planned?`,
    clean: 'Yes',
    other: 'No',
    step: 'plan',
    isClean: ({ plan }) =>
      steps.every(({ key }) => plan.steps.some((mark) => mark.key === key && mark.result === 'done')),
    write: ({ steps: { plan } }, isClean) => plan.change({ ...plan.form, steps: isClean ? done : [] }),
  }
  return [...(steps.length > 0 ? [planSteps] : []), ...otherQuestions]
}

const otherQuestions: readonly ShortQuestion[] = [
  {
    key: 'backout',
    text: reviewQuestions.is_backout_used,
    clean: 'No',
    other: 'Yes',
    step: 'plan',
    isClean: ({ plan }) => plan.is_backout_used === false,
    write: ({ steps: { plan } }, isClean) => plan.change({ ...plan.form, is_backout_used: isClean ? false : null }),
  },
  {
    key: 'objective',
    text: reviewQuestions.is_objective_met,
    clean: 'Yes',
    other: 'Not wholly',
    step: 'plan',
    isClean: ({ plan }) => plan.is_objective_met === 'yes',
    write: ({ steps: { plan } }, isClean) => plan.change({ ...plan.form, is_objective_met: isClean ? 'yes' : null }),
  },
  {
    key: 'incident',
    text: 'Did the change cause an incident?',
    clean: 'No, I looked',
    other: 'Yes',
    step: 'incidents',
    isClean: ({ incidents }) => incidents.is_none_caused,
    write: ({ steps: { incidents } }, isClean) => incidents.change({ ...incidents.form, is_none_caused: isClean }),
  },
  {
    key: 'risk',
    text: 'Was the risk rightly rated?',
    clean: 'Yes',
    other: 'No',
    step: 'risk',
    isClean: ({ risk }) => risk.verdict === 'right',
    write: ({ steps: { risk } }, isClean) => risk.change({ ...risk.form, verdict: isClean ? 'right' : null }),
  },
  {
    key: 'improvement',
    text: 'Is there anything to improve, or a lesson to tell?',
    clean: 'No',
    other: 'Yes',
    step: 'improvements',
    isClean: ({ improvements, lessons }) => improvements.is_none_needed && lessons.is_none_learned,
    write: ({ steps: { improvements, lessons } }, isClean) => {
      improvements.change({ ...improvements.form, is_none_needed: isClean })
      lessons.change({ ...lessons.form, is_none_learned: isClean })
    },
  },
]
