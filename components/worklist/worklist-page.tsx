'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { useRowKeys } from '#components/layout/use-row-keys.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { Worklist } from '#lib/contracts/app/worklist.ts'
import { getWorklist } from '#lib/contracts/routes.ts'
import { MyActions } from './my-actions.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useSelection } from './use-selection.ts'
import { sectionId, WorklistSection } from './worklist-section.tsx'
import { sectionWords } from './worklist-words.ts'

type WorklistPageProps = {
  /** Whether the person may write reviews. */
  canReview: boolean
  /** Whether the person may assign reviews, send reminders and complete clean reviews. */
  canManage: boolean
}

/** Home page: owed reviews with reviewer, age and reason, and the person's own actions. */
export function WorklistPage(props: WorklistPageProps) {
  const worklist = useQuery(endpointQuery(getWorklist, {}))
  return (
    <QueryStates
      query={worklist}
      failure="The worklist could not be loaded"
      skeleton={<SkeletonText lines={12} label="Loading the worklist" />}
    >
      {(data) => <Sections worklist={data} {...props} />}
    </QueryStates>
  )
}

function Sections({ worklist, canReview, canManage }: WorklistPageProps & { worklist: Worklist }) {
  const { actions, today } = worklist
  const sections = worklist.sections.filter(({ section }) => section !== 'mine' || canReview)
  const onPage = useMemo(
    () => worklist.sections.flatMap(({ entries }) => entries.map(({ number }) => number)),
    [worklist],
  )
  const selection = useSelection(onPage)
  useRowKeys('review')
  return (
    <>
      <nav aria-label="Owed reviews" className="mb-4 flex flex-wrap gap-1.5">
        {sections.map(({ section, total_count: total }) => (
          <a key={section} href={`#${sectionId(section)}`} className={buttonClass('secondary', 'sm')}>
            {sectionWords[section].title} <span className="text-xs text-muted tabular-nums">{formatCount(total)}</span>
          </a>
        ))}
      </nav>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_16rem] 2xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {sections.map((rows) => (
            <WorklistSection key={rows.section} rows={rows} selection={canManage ? selection : null} />
          ))}
          {canManage ? <SelectionBar selection={selection} /> : null}
        </div>
        <MyActions actions={actions} today={today} />
      </div>
    </>
  )
}
