import { fieldId } from '#components/ui/form/field-id.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { ProgressStep, StepProgress } from '#lib/domain/review/review-progress.ts'
import { stepSegment } from '#lib/domain/review/step-segment.ts'

type MissingItem = StepProgress['missing'][number]

/** Returns the element id of an entry of a field, such as a plan step, an incident or a lesson. */
export const entryId = (field: string, entry: string): string => fieldId(`${field}.${entry}`)

/** Returns the URL of the field to which a missing item belongs. */
export function missingHref(
  number: string,
  step: ProgressStep,
  { field, entry }: Pick<MissingItem, 'field' | 'entry'>,
): string {
  return `${pagePaths.review(number, stepSegment(step))}#${entry === null ? fieldId(field) : entryId(field, entry)}`
}
