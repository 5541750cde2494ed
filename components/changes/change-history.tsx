'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupRuns } from '#components/history/event-runs.ts'
import { HistoryEntry } from '#components/history/history-entry.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { Button } from '#components/ui/button.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { changeHistorySize, historyQuery } from '#lib/api/change-queries.ts'
import { SectionCard } from './section-card.tsx'

/** History of the change, its review, actions and lessons, newest first, loaded page by page. */
export function ChangeHistory({ number }: { number: string }) {
  const [pages, setPages] = useState(1)
  return (
    <SectionCard section="history" description="All changes, newest first">
      <CardBody className="flex flex-col gap-3 text-sm">
        {Array.from({ length: pages }, (_, index) => index + 1).map((page) => (
          <HistoryPage
            key={page}
            number={number}
            page={page}
            {...(page === pages ? { onMore: () => setPages(pages + 1) } : {})}
          />
        ))}
      </CardBody>
    </SectionCard>
  )
}

type HistoryPageProps = { number: string; page: number; onMore?: () => void }

function HistoryPage({ number, page, onMore }: HistoryPageProps) {
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
