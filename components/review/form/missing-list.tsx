import { TextLink } from '#components/ui/text-link.tsx'
import type { StepProgress } from '#lib/domain/review/review-progress.ts'
import { missingHref } from './anchors.ts'

/** Missing answers of a step, each linked to its field. */
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
