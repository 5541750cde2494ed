'use client'

import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { useMemo } from 'react'
import { SelectionBar } from '#components/bulk/selection-bar.tsx'
import { useAssign } from '#components/bulk/use-assign.tsx'
import { useSelection } from '#components/bulk/use-selection.ts'
import { ImportLink } from '#components/layout/navigation/import-link.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { useRowKeys } from '#components/layout/shortcuts/use-row-keys.ts'
import { useRememberList } from '#components/next-review/use-remember-list.ts'
import { isForManagers, isForReader } from '#components/records/worklist-labels.ts'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { Worklist } from '#lib/contracts/app/worklist.ts'
import { getWorklist } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { CaughtUp } from './caught-up.tsx'
import { CoveredWork } from './covered-work.tsx'
import { MyActions } from './my-actions.tsx'
import { MyChanges } from './my-changes.tsx'
import { MyQuestions } from './my-questions.tsx'
import { MyVerifications } from './my-verifications.tsx'
import { WorklistSection } from './worklist-section.tsx'

type WorklistReader = { canReview: boolean; canManage: boolean; hasChanges: boolean }

/** Open work of a person; for managers also reviews without a reviewer and overdue ones of others. */
export function WorklistPage(reader: WorklistReader) {
  const worklist = useQuery(endpointQuery(getWorklist, {}))
  return (
    <QueryStates
      query={worklist}
      failure="Your work could not be loaded"
      skeleton={<SkeletonText lines={12} label="Loading your work" />}
    >
      {(data) => <Sections worklist={data} {...reader} />}
    </QueryStates>
  )
}

function Sections({ worklist, canReview, canManage, hasChanges }: WorklistReader & { worklist: Worklist }) {
  const { verifications, actions, questions, changes, covered, today } = worklist
  const numbers = useMemo(
    () =>
      [...worklist.sections, ...worklist.covered.map(({ reviews }) => reviews)].flatMap(({ entries }) =>
        entries.map(({ number }) => number),
      ),
    [worklist],
  )
  const chosen = useSelection(numbers)
  const assign = useAssign(chosen.clear)
  useRowKeys('row')
  useRememberList({ href: pagePaths.start, query: null, numbers })
  const filled = worklist.sections.filter(({ total_count: total }) => total > 0)
  const personal = filled.filter(isForReaderRows)
  const others = filled.filter((rows) => !isForReaderRows(rows))
  const isCaughtUp = personal.length === 0 && verifications.total_count === 0 && questions.total_count === 0
  const next = [
    ...(actions.total_count > 0 ? ['your actions'] : []),
    ...(changes.total_count > 0 ? ['your changes'] : []),
    ...(others.length > 0 ? ['what waits for others'] : []),
  ]
  const selection = canManage && filled.some(({ section }) => !isForManagers(section)) ? chosen : null
  const shared = { selection, onAssign: (number: string) => assign.open([number]) }
  const hasSelection = selection !== null
  return (
    <div className="flex flex-col gap-4">
      {isCaughtUp && hasChanges ? <CaughtUp canReview={canReview} next={next} /> : null}
      {hasChanges ? null : <NoChangesYet />}
      {questions.total_count > 0 ? <MyQuestions questions={questions} hasSelection={hasSelection} /> : null}
      {personal.map((rows) => (
        <WorklistSection key={rows.section} rows={rows} {...shared} />
      ))}
      {verifications.total_count > 0 ? (
        <MyVerifications verifications={verifications} hasSelection={hasSelection} />
      ) : null}
      {actions.total_count > 0 ? <MyActions actions={actions} today={today} hasSelection={hasSelection} /> : null}
      {covered.map((work) => (
        <CoveredWork key={work.email} covered={work} today={today} {...shared} />
      ))}
      {others.map((rows) => (
        <WorklistSection key={rows.section} rows={rows} {...shared} />
      ))}
      {changes.total_count > 0 ? <MyChanges changes={changes} hasSelection={hasSelection} /> : null}
      {selection ? <SelectionBar selection={selection} /> : null}
      {assign.dialog}
    </div>
  )
}

const isForReaderRows = ({ section }: Worklist['sections'][number]) => isForReader(section)

/** Shown while the service has no change that could be reviewed. */
function NoChangesYet() {
  return (
    <Card>
      <EmptyState icon={ClipboardCheck} title="No changes yet" action={<ImportLink kind="changes" />}>
        Once a manager has imported changes, the reviews that they need appear here.
      </EmptyState>
    </Card>
  )
}
