import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { BulkResult, CompletionResult } from '#lib/contracts/app/review-bulk.ts'

export type ReviewResult = Omit<BulkResult, 'result'> & Pick<BulkResult | CompletionResult, 'result'>

const badges: Readonly<Record<ReviewResult['result'], { label: string; tone: Tone }>> = {
  done: { label: 'Done', tone: 'success' },
  clean: { label: 'Ready', tone: 'success' },
  completed: { label: 'Completed', tone: 'success' },
  drawn: { label: 'Drawn', tone: 'info' },
  refused: { label: 'Not done', tone: 'warning' },
}

type BulkResultsProps = {
  results: readonly ReviewResult[]
  /** Label for refused reviews. */
  refused?: string | undefined
}

/** The actual or expected result of each review, with the reason; refused reviews come last. */
export function BulkResults({ results, refused = badges.refused.label }: BulkResultsProps) {
  const sorted = results.toSorted((one, other) => Number(one.result === 'refused') - Number(other.result === 'refused'))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard
    <section aria-label="Reviews" tabIndex={0} className="relative max-h-[50dvh] overflow-y-auto rounded-md">
      <ul className="divide-y divide-line">
        {sorted.map(({ item, change_number: number, title, result, text }) => (
          <li key={item} className="flex items-start gap-3 py-2 text-sm">
            <span className="w-24 shrink-0 pt-0.5">
              <Badge tone={badges[result].tone}>{result === 'refused' ? refused : badges[result].label}</Badge>
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-pretty">{title ?? item}</span>
              <span className="block text-muted text-pretty">
                {number ? <span className="font-mono text-xs">{number} · </span> : null}
                {text}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
