'use client'

import { useQuery } from '@tanstack/react-query'
import { QueryStates } from '#components/layout/query-states.tsx'
import { ReviewStatus } from '#components/records/review-status.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { CardTable } from '#components/ui/table/card-table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { similarChangesQuery } from '#lib/api/change-queries.ts'
import type { SimilarChange } from '#lib/contracts/app/similar-changes.ts'
import { describeSimilar } from '#lib/domain/change/describe-similar.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { SectionCard } from './section-card.tsx'

/** Reviewed changes similar to one that is not finished, with their outcomes. */
export function SimilarChanges({ number }: { number: string }) {
  const similar = useQuery(similarChangesQuery(number))
  return (
    <SectionCard
      section="similar"
      description="Reviewed changes of the same service, with words of the title in common"
    >
      <QueryStates
        query={similar}
        failure="The similar changes could not be loaded"
        skeleton={<SkeletonText lines={3} label="Loading the similar changes" />}
      >
        {({ result }) =>
          result.length === 0 ? (
            <CardBody className="text-sm text-muted">No similar change was reviewed yet.</CardBody>
          ) : (
            <>
              <CardBody className="text-sm font-medium">
                {describeSimilar(result.map(({ change }) => change.pir_outcome))}
              </CardBody>
              <SimilarTable similar={result} />
            </>
          )
        }
      </QueryStates>
    </SectionCard>
  )
}

function SimilarTable({ similar }: { similar: readonly SimilarChange[] }) {
  return (
    <CardTable
      label="Similar changes"
      columns={[
        {
          label: 'Change',
          isPrimary: true,
          cellClass: 'w-full',
          cell: ({ change: { number, title }, reasons }) => (
            <div className="min-w-0">
              <TextLink href={pagePaths.change(number)}>{title}</TextLink>
              <span className="block text-xs font-normal text-muted">
                <span className="font-mono">{number}</span>
                {reasons.map(({ reason }) => ` · ${reason}`)}
              </span>
            </div>
          ),
        },
        {
          label: 'Ended',
          cellClass: 'whitespace-nowrap',
          isEmpty: ({ change }) => change.actual_end === null,
          cell: ({ change }) => <DateTime value={change.actual_end} precision="day" />,
        },
        { label: 'Outcome', cell: ({ change }) => <ReviewStatus entry={change} /> },
      ]}
      rows={similar}
      rowKey={({ change }) => change.number}
    />
  )
}
