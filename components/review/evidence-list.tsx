import { CollapsedList } from '#components/ui/collapsed-list.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { outcomeCriteria } from '#lib/domain/outcome-criteria.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { EvidenceItem } from '#lib/domain/review-outcome.ts'
import { evidenceLabels } from '#lib/domain/review-words.ts'
import { missingHref } from './anchors.ts'

/** Each part of the evidence with what it leaves at best, and a link to where it comes from. */
export function EvidenceList({ number, evidence }: { number: string; evidence: readonly EvidenceItem[] }) {
  return (
    <CollapsedList
      items={[...evidence]}
      left={0}
      marker="disc"
      render={({ kind, text, step, field, entry, allows }) => (
        <>
          {evidenceLabels[kind]}:{' '}
          <TextLink
            href={step === null ? pagePaths.change(number) : missingHref(number, step, { field, entry })}
            className="font-normal"
          >
            {text}
          </TextLink>
          {allows === null || allows === 'successful' ? null : (
            <span className="text-muted"> At best: {outcomeCriteria[allows].label}.</span>
          )}
        </>
      )}
    />
  )
}
