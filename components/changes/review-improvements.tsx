'use client'

import { useQuery } from '@tanstack/react-query'
import { DueDate } from '#components/improvements/due-date.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { getPriorityTone, statusTones } from '#components/records/improvement-labels.ts'
import { Badge } from '#components/ui/badge.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { CardTable } from '#components/ui/table/card-table.tsx'
import { RowLink } from '#components/ui/table/row-link.tsx'
import { usePeopleNames } from '#components/users/use-people-names.ts'
import { improvementsQuery } from '#lib/api/review-queries.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { SectionCard } from './section-card.tsx'

type ReviewImprovementsProps = {
  /** Reference of the review. */
  reference: string
  /** YYYY-MM-DD */
  today: string
}

export function ReviewImprovements({ reference, today }: ReviewImprovementsProps) {
  return (
    <SectionCard section="improvements" description="Actions from the review">
      <LoadedActions reference={reference} today={today} />
    </SectionCard>
  )
}

function LoadedActions({ reference, today }: { reference: string; today: string }) {
  const improvements = useQuery(improvementsQuery(reference))
  return (
    <QueryStates
      query={improvements}
      failure="The improvements could not be loaded"
      skeleton={<SkeletonText lines={3} label="Loading the improvements" />}
    >
      {({ result }) =>
        result.length === 0 ? (
          <CardBody className="text-sm text-muted">The review has no actions.</CardBody>
        ) : (
          <ActionTable actions={result} today={today} />
        )
      }
    </QueryStates>
  )
}

function ActionTable({ actions, today }: { actions: readonly Improvement[]; today: string }) {
  const nameOf = usePeopleNames(actions.map(({ owner }) => owner))
  return (
    <CardTable
      label="Improvements"
      columns={[
        {
          label: 'Action',
          isPrimary: true,
          cell: ({ id, title, category }) => (
            <>
              <RowLink href={pagePaths.improvement(id)}>{title}</RowLink>
              {category ? <span className="block text-xs text-muted">{capitalise(category)}</span> : null}
            </>
          ),
        },
        { label: 'Owner', cell: ({ owner }) => nameOf(owner) },
        { label: 'Due', cell: (action) => <DueDate improvement={action} today={today} /> },
        {
          label: 'Priority',
          cell: ({ priority }) =>
            priority ? <Badge tone={getPriorityTone(priority)}>{capitalise(priority)}</Badge> : '—',
        },
        {
          label: 'Status',
          cell: ({ status }) => <StatusBadge tone={statusTones[status]}>{improvementStatusLabels[status]}</StatusBadge>,
        },
      ]}
      rows={actions}
      rowKey={({ id }) => id}
    />
  )
}
