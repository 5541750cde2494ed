import { missingHref } from '#components/review/form/anchors.ts'
import { CollapsedList } from '#components/ui/collapsed-list.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { outcomeCriteria } from '#lib/domain/review/outcome-criteria.ts'
import { evidenceLabels } from '#lib/domain/review/review-labels.ts'
import type { EvidenceItem } from '#lib/domain/review/review-outcome.ts'

/** The evidence; each item links to its source and names the best outcome that it allows. */
export function EvidenceList({ number, evidence }: { number: string; evidence: readonly EvidenceItem[] }) {
  return (
    <div className="leading-6">
      <CollapsedList
        items={[...evidence]}
        omittedCount={0}
        marker="disc"
        render={({ kind, text, step, field, entry, allows }) => (
          <>
            {evidenceLabels[kind]}:{' '}
            <TextLink href={getSourceHref(number, { kind, step, field, entry })} className="font-normal">
              {text}
            </TextLink>
            {allows === null || allows === 'successful' ? null : (
              <span className="text-muted"> At best: {outcomeCriteria[allows].label}.</span>
            )}
          </>
        )}
      />
    </div>
  )
}

function getSourceHref(
  number: string,
  { kind, step, field, entry }: Pick<EvidenceItem, 'kind' | 'step' | 'field' | 'entry'>,
) {
  if (kind === 'reply') return pagePaths.discussion(number)
  return step === null ? pagePaths.change(number) : missingHref(number, step, { field, entry })
}
