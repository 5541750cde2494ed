'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageHeader } from '#components/layout/page-header.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { StateBadge } from '#components/records/change-badges.tsx'
import { WaiverRequest } from '#components/review/transition/waiver-request.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { CopyButton } from '#components/ui/text/copy-button.tsx'
import { changeQuery, reviewQuery } from '#lib/api/review-queries.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { isOpenChange, isPlanned } from '#lib/domain/change/planned-change.ts'
import { ChangeDocuments } from './change-documents.tsx'
import { ChangeFacts } from './change-facts.tsx'
import { ChangeHistory } from './change-history.tsx'
import { ChangeLessons } from './change-lessons.tsx'
import { LinkedIncidents } from './linked-incidents.tsx'
import { OfferedLessons } from './offered-lessons.tsx'
import { ReviewActions } from './review-actions.tsx'
import { ReviewCard } from './review-card.tsx'
import { ReviewImprovements } from './review-improvements.tsx'
import { SectionNav } from './section-nav.tsx'
import { SimilarChanges } from './similar-changes.tsx'

type ChangePageProps = {
  number: string
  canWrite: boolean
  /** YYYY-MM-DD */
  today: string
  /** Source of the change and the time of its last read. */
  origin: ReactNode
  /** Section with its deployments; null if there are none. */
  deployments: ReactNode
  /** Reason for the legal hold; null if there is none. */
  legalHold: string | null
}

export function ChangePage({ number, ...props }: ChangePageProps) {
  const change = useQuery(changeQuery(number))
  return (
    <QueryStates
      query={change}
      failure="The change could not be loaded"
      skeleton={<SkeletonText lines={12} label="Loading the change" />}
    >
      {(data) => <Sections change={data} {...props} />}
    </QueryStates>
  )
}

type SectionsProps = Omit<ChangePageProps, 'number'> & { change: ChangeRecord }

function Sections({ change, canWrite, today, origin, deployments, legalHold }: SectionsProps) {
  const { number } = change
  const review = useQuery(reviewQuery(number)).data?.review ?? null
  const reference = review?.reference ?? change.pir_reference
  return (
    <>
      <PageHeader
        title={change.is_stub ? `Change ${number}` : change.title}
        meta={
          <>
            <span className="inline-flex items-center gap-0.5">
              <span className="font-mono text-sm text-muted">{number}</span>
              <CopyButton value={number} what="the number" />
            </span>
            <StateBadge state={change.state} />
          </>
        }
        description={origin}
        actions={<ReviewActions change={change} review={review} canWrite={canWrite} today={today} />}
      />
      {change.is_stub ? (
        <div className="mb-4">
          <Notice title="Only the number of this change is known">
            An incident names it, but the change itself has not been imported. The page fills in once an import or
            another system provides it.
          </Notice>
        </div>
      ) : null}
      {review?.waiver_requested ? (
        <div className="mb-4">
          <WaiverRequest review={review} />
        </div>
      ) : null}
      <SectionNav change={change} reference={reference} hasDeployments={deployments !== null} />
      <div className="flex flex-col gap-5">
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <ChangeFacts change={change} review={review} legalHold={legalHold} />
          <ReviewCard change={change} review={review} today={today} />
        </div>
        {deployments}
        {isPlanned(change) ? <OfferedLessons number={number} /> : null}
        {isOpenChange(change) ? <SimilarChanges number={number} /> : null}
        <ChangeDocuments change={change} />
        <LinkedIncidents change={change} reference={reference} />
        {reference === null ? null : <ReviewImprovements reference={reference} today={today} />}
        <ChangeLessons number={number} />
        <ChangeHistory number={number} />
      </div>
    </>
  )
}
