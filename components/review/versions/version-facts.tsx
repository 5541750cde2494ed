import { Fact, Facts } from '#components/ui/facts.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { ReviewVersion } from '#lib/contracts/app/review-versions.ts'
import { outcomeCriteria } from '#lib/domain/review/outcome-criteria.ts'

/** Outcome, completion and reopening of a version. */
export function VersionFacts({ version }: { version: ReviewVersion }) {
  const { proposed_outcome: proposed } = version.said
  return (
    <Facts>
      <Fact label="Outcome">
        {outcomeCriteria[version.outcome].label}
        {proposed && proposed !== version.outcome
          ? `, where the evidence suggested “${outcomeCriteria[proposed].label}”`
          : ''}
      </Fact>
      <Fact label="Completed">
        <DateTime value={version.completed_at} /> by {version.completed_by}
      </Fact>
      {version.signed_off_by ? <Fact label="Signed off">by {version.signed_off_by}</Fact> : null}
      {version.reopened_at ? (
        <Fact label="Reopened" wide>
          <DateTime value={version.reopened_at} /> by {version.reopened_by}: {version.reopen_reason}
        </Fact>
      ) : null}
    </Facts>
  )
}
