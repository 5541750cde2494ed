'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { groupRuns } from '#components/history/event-runs.ts'
import { HistoryEntry } from '#components/history/history-entry.tsx'
import { PolarityBadge } from '#components/knowledge/polarity-badge.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { StateBadge } from '#components/records/change-badges.tsx'
import { Button } from '#components/ui/button.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { CopyButton } from '#components/ui/text/copy-button.tsx'
import { JsonDocument } from '#components/ui/text/json-document.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { buildHref } from '#lib/api/page-query.ts'
import {
  changeHistorySize,
  changeQuery,
  historyQuery,
  lessonsQuery,
  queryLessons,
  reviewQuery,
} from '#lib/api/review-queries.ts'
import type { ArticleSummary } from '#lib/contracts/app/articles.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { isOpenChange, isPlanned } from '#lib/domain/change/planned-change.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { ChangeFacts } from './change-facts.tsx'
import { LinkedIncidents, ReviewImprovements } from './linked-records.tsx'
import { ReviewActions } from './review-actions.tsx'
import { ReviewCard } from './review-card.tsx'
import { LoadedSection, SectionCard, SectionNav } from './sections.tsx'

// Parts that most changes do not have.
export const UnrecordedActions = dynamic(
  () => import('./unrecorded-actions.tsx').then((part) => part.UnrecordedActions),
  { loading: () => null },
)
const WaiverRequest = dynamic(
  () => import('#components/review/transition/waiver-request.tsx').then((part) => part.WaiverRequest),
  { loading: () => null },
)
const OfferedLessons = dynamic(() => import('./planning-help.tsx').then((part) => part.OfferedLessons), {
  loading: () => null,
})
const SimilarChanges = dynamic(() => import('./planning-help.tsx').then((part) => part.SimilarChanges), {
  loading: () => null,
})

const RepeatedFactors = dynamic(() => import('./planning-help.tsx').then((part) => part.RepeatedFactors), {
  loading: () => null,
})

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
  /** The change to which it belongs; null if none is recorded here. */
  parent: { number: string; title: string } | null
  /** The picture of each measure. */
  figures: readonly ReactNode[]
}

export function ChangePage({ number, ...props }: ChangePageProps) {
  const change = useQuery(changeQuery(number))
  return (
    <QueryStates query={change} what="the change" lines={12}>
      {(data) => <Sections change={data} {...props} />}
    </QueryStates>
  )
}

type SectionsProps = Omit<ChangePageProps, 'number'> & { change: ChangeRecord }

function Sections({ change, canWrite, today, origin, deployments, legalHold, parent, figures }: SectionsProps) {
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
          <ChangeFacts change={change} review={review} legalHold={legalHold} parent={parent} figures={figures} />
          <ReviewCard change={change} review={review} today={today} />
        </div>
        {deployments}
        {isPlanned(change) ? <RepeatedFactors number={number} /> : null}
        {isPlanned(change) ? <OfferedLessons change={change} /> : null}
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

/** Plan, backout plan and risk assessment of a change; each may be any JSON. */
function ChangeDocuments({ change }: { change: ChangeRecord }) {
  const show = (section: 'plan' | 'backout' | 'risk', value: unknown, emptyText: string) => (
    <SectionCard section={section}>
      <CardBody>
        <JsonDocument value={value} emptyText={emptyText} />
      </CardBody>
    </SectionCard>
  )
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      {show('plan', change.implementation_plan, 'No implementation plan is recorded')}
      <div className="flex min-w-0 flex-col gap-5">
        {show('backout', change.backout_plan, 'No backout plan is recorded')}
        {show('risk', change.risk_assessment, 'No risk assessment is recorded')}
      </div>
    </div>
  )
}

function ChangeHistory({ number }: { number: string }) {
  const [pages, setPages] = useState(1)
  return (
    <SectionCard section="history" description="All changes, newest first">
      <CardBody className="flex flex-col gap-3 text-sm">
        {Array.from({ length: pages }, (_, index) => index + 1).map((page) => (
          <HistoryPage
            key={page}
            number={number}
            page={page}
            onMore={page === pages ? () => setPages(pages + 1) : null}
          />
        ))}
      </CardBody>
    </SectionCard>
  )
}

function HistoryPage({ number, page, onMore }: { number: string; page: number; onMore: (() => void) | null }) {
  const history = useQuery(historyQuery(number, page))
  return (
    <QueryStates query={history} what="the history" lines={4}>
      {({ result, total_count: total }) => (
        <>
          {total === 0 ? (
            <p className="text-muted">No entries yet. The data was imported.</p>
          ) : (
            <ol className="flex flex-col gap-3">
              {groupRuns(result).map((events) => (
                <HistoryEntry key={events[0].id} events={events} view={{ isAdmin: false, subject: number }} />
              ))}
            </ol>
          )}
          {onMore && total > page * changeHistorySize ? (
            <Button className="self-start" onClick={onMore}>
              Show older
            </Button>
          ) : null}
        </>
      )}
    </QueryStates>
  )
}

function ChangeLessons({ number }: { number: string }) {
  return (
    <LoadedSection
      section="lessons"
      description="Published from this change"
      query={useQuery(lessonsQuery(number))}
      what="the lessons"
      rowsOf={({ articles }) => articles}
      empty="None published yet. Lessons are written in the review."
    >
      {({ articles, total_count: total }) => (
        <CardBody className="text-sm">
          <ul className="flex flex-col divide-y divide-line">
            {articles.map((article) => (
              <Lesson key={article.id} article={article} />
            ))}
          </ul>
          {total > articles.length ? (
            <p className="pt-2">
              <TextLink href={buildHref(pagePaths.knowledge, {}, { query: queryLessons(number).query })}>
                All {total} in the knowledge base
              </TextLink>
            </p>
          ) : null}
        </CardBody>
      )}
    </LoadedSection>
  )
}

function Lesson({ article: { id, title, metadata } }: { article: ArticleSummary }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 first:pt-0 last:pb-0">
      {metadata.polarity ? <PolarityBadge polarity={metadata.polarity} /> : null}
      <TextLink href={pagePaths.article(id)} className="min-w-0 flex-1 basis-60">
        {title}
      </TextLink>
      <span className="text-xs text-muted">
        {metadata.author ? `${metadata.author}, ` : ''}
        <Day value={metadata.created} />
      </span>
    </li>
  )
}
