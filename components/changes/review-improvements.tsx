'use client'

import { useQuery } from '@tanstack/react-query'
import { DueDate } from '#components/improvements/due-date.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { capitalised, priorityTone, statusLabels, statusTones } from '#components/records/improvement-words.ts'
import { Badge } from '#components/ui/badge.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { RowLink } from '#components/ui/row-link.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { Td, Tr } from '#components/ui/table.tsx'
import { usePeopleNames } from '#components/users/use-people-names.ts'
import { improvementsQuery } from '#lib/api/review-queries.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { SectionCard } from './section-card.tsx'
import { SectionTable } from './section-table.tsx'

type ReviewImprovementsProps = {
  /** Reference of the review, if it was started. */
  reference: string | null
  /** YYYY-MM-DD */
  today: string
}

export function ReviewImprovements({ reference, today }: ReviewImprovementsProps) {
  return (
    <SectionCard section="improvements" description="Actions from the review">
      {reference === null ? (
        <CardBody className="text-sm text-muted">None before the review is started.</CardBody>
      ) : (
        <ActionsOf reference={reference} today={today} />
      )}
    </SectionCard>
  )
}

function ActionsOf({ reference, today }: { reference: string; today: string }) {
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
    <SectionTable caption="Improvements" head={['Action', 'Owner', 'Due', 'Priority', 'Status']}>
      {actions.map((action) => (
        <Tr key={action.id}>
          <Td primary>
            <RowLink href={pagePaths.improvement(action.id)}>{action.title}</RowLink>
            {action.category ? <span className="block text-xs text-muted">{capitalised(action.category)}</span> : null}
          </Td>
          <Td label="Owner">{nameOf(action.owner)}</Td>
          <Td label="Due">
            <DueDate improvement={action} today={today} />
          </Td>
          <Td label="Priority">
            {action.priority ? <Badge tone={priorityTone(action.priority)}>{capitalised(action.priority)}</Badge> : '—'}
          </Td>
          <Td label="Status">
            <StatusBadge tone={statusTones[action.status]}>{statusLabels[action.status]}</StatusBadge>
          </Td>
        </Tr>
      ))}
    </SectionTable>
  )
}
