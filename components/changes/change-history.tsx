'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { Button } from '#components/ui/button.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { historyQuery, historyShown, lessonsQuery } from '#lib/api/change-queries.ts'
import { improvementsQuery } from '#lib/api/review-queries.ts'
import { eventRuns } from './event-runs.ts'
import { HistoryEntry } from './history-entry.tsx'
import { SectionCard } from './section-card.tsx'

type ChangeHistoryProps = {
  number: string
  /** Reference of the review, if it was started. */
  reference: string | null
}

/** History of the change, its review, actions and lessons, newest first, loaded page by page. */
export function ChangeHistory({ number, reference }: ChangeHistoryProps) {
  const titles = useTitles(number, reference)
  const [pages, setPages] = useState(1)
  return (
    <SectionCard section="history" description="All changes, newest first">
      <CardBody className="flex flex-col gap-3 text-sm">
        {Array.from({ length: pages }, (_, index) => index + 1).map((page) => (
          <HistoryPage
            key={page}
            number={number}
            titles={titles}
            page={page}
            {...(page === pages ? { onMore: () => setPages(pages + 1) } : {})}
          />
        ))}
      </CardBody>
    </SectionCard>
  )
}

/** Titles of the actions and lessons of the change, by id. */
function useTitles(number: string, reference: string | null): ReadonlyMap<string, string> {
  const improvements = useQuery({ ...improvementsQuery(reference ?? ''), enabled: reference !== null }).data
  const lessons = useQuery(lessonsQuery(number)).data
  return new Map([
    ...(improvements?.result ?? []).map(({ id, title }) => [id, title] as const),
    ...(lessons?.articles ?? []).map(({ id, title }) => [id, title] as const),
  ])
}

type HistoryPageProps = { number: string; titles: ReadonlyMap<string, string>; page: number; onMore?: () => void }

function HistoryPage({ number, titles, page, onMore }: HistoryPageProps) {
  const history = useQuery(historyQuery(number, page))
  return (
    <QueryStates
      query={history}
      failure="The history could not be loaded"
      skeleton={<SkeletonText lines={4} label="Loading the history" />}
    >
      {({ result, total_count: total }) => (
        <>
          {total === 0 ? (
            <p className="text-muted">No entries yet. The data was imported.</p>
          ) : (
            <ol className="flex flex-col gap-3">
              {eventRuns(result).map((events) => (
                <HistoryEntry key={events[0].id} events={events} titles={titles} />
              ))}
            </ol>
          )}
          {onMore && total > page * historyShown ? (
            <Button className="self-start" onClick={onMore}>
              Show older
            </Button>
          ) : null}
        </>
      )}
    </QueryStates>
  )
}
