import { toFieldId } from '#components/ui/form/field-id.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { ProgressStep } from '#lib/review/labels.ts'
import type { StepProgress } from '#lib/review/progress.ts'

export function MissingList({ number, progress: { step, missing } }: { number: string; progress: StepProgress }) {
  return (
    <ul className="mt-0.5 list-disc pl-5 leading-6">
      {missing.map((item) => (
        <li key={`${item.field} ${item.entry} ${item.text}`}>
          <TextLink href={missingHref(number, step, item)} className="font-normal">
            {item.text}
          </TextLink>
        </li>
      ))}
    </ul>
  )
}

type MissingItem = StepProgress['missing'][number]

/** Returns the element id of an entry of a field, such as a plan step, an incident or a lesson. */
export const toEntryId = (field: string, entry: string): string => toFieldId(`${field}.${entry}`)

export function missingHref(
  number: string,
  step: ProgressStep,
  { field, entry }: Pick<MissingItem, 'field' | 'entry'>,
): string {
  return `${pagePaths.review(number, step)}#${entry === null ? toFieldId(field) : toEntryId(field, entry)}`
}
