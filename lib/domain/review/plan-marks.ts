import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import { planStepResults } from '#lib/contracts/app/review-values.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import type { ReviewedChange } from './review-forms.ts'

/** Summarizes the marks of the implementation plan: `7 of 9 steps done, 1 skipped, 1 deviated.` */
export function describeMarks(
  { implementation_plan: document }: Pick<ReviewedChange, 'implementation_plan'>,
  { steps: marks }: Pick<ReviewForm<'plan'>, 'steps'>,
): string {
  const steps = readPlanSteps(document)
  if (steps.length === 0) return 'The change has no recorded steps.'
  const results = new Map(marks.map(({ key, result }) => [key, result]))
  const countMarks = (wanted: string | null) => steps.filter(({ key }) => (results.get(key) ?? null) === wanted).length
  const [done, skipped, deviated] = planStepResults.map(countMarks)
  const open = countMarks(null)
  const first = `${done} of ${steps.length} ${steps.length === 1 ? 'step' : 'steps'} done`
  return `${first}, ${skipped} skipped, ${deviated} deviated${open > 0 ? `, ${open} not marked` : ''}.`
}
