import { fieldId } from '#components/ui/field-id.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { ProgressStep, StepProgress } from '#lib/domain/review-progress.ts'
import { stepAddress } from '#lib/domain/step-address.ts'

type MissingItem = StepProgress['missing'][number]

/** The id of one entry of a field: a step of the plan, an incident, a lesson. */
export const entryId = (field: string, entry: string): string => fieldId(`${field}.${entry}`)

/** The address of the very field that something is missing in. */
export function missingHref(
  number: string,
  step: ProgressStep,
  { field, entry }: Pick<MissingItem, 'field' | 'entry'>,
): string {
  return `${pagePaths.review(number, stepAddress(step))}#${entry === null ? fieldId(field) : entryId(field, entry)}`
}
