'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, ClipboardCheck } from 'lucide-react'
import { type ComponentProps, useMemo } from 'react'
import { SelectionBar } from '#components/bulk/selection-bar.tsx'
import { useAssign } from '#components/bulk/use-assign.tsx'
import { useSelection } from '#components/bulk/use-selection.ts'
import { ImportLink } from '#components/layout/navigation/import-link.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { RowKeys } from '#components/layout/shortcuts/row-keys.tsx'
import { useRememberList } from '#components/next-review/remembered-list.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { isForManagers, isForReader } from '#lib/contracts/app/review-values.ts'
import type { Worklist, WorklistCovered } from '#lib/contracts/app/worklist.ts'
import { getWorklist } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { sectionFilters } from '#lib/review/worklists.ts'
import { formatDay } from '#lib/time/format-time.ts'
import {
  MyActions,
  MyChanges,
  MyConfirmations,
  MyQuestions,
  MySecondLooks,
  MyVerifications,
} from './worklist-cards.tsx'
import { WorklistSection } from './worklist-section.tsx'

type WorklistReader = { canReview: boolean; canManage: boolean; hasChanges: boolean }

export function WorklistPage(reader: WorklistReader) {
  const worklist = useQuery(endpointQuery(getWorklist, {}))
  return (
    <QueryStates query={worklist} what="your work" lines={12}>
      {(data) => <Sections worklist={data} {...reader} />}
    </QueryStates>
  )
}

function Sections({ worklist, canReview, canManage, hasChanges }: WorklistReader & { worklist: Worklist }) {
  const { verifications, actions, questions, confirmations, changes, covered, today } = worklist
  const numbers = useMemo(
    () =>
      [...worklist.sections, ...worklist.covered.map(({ reviews }) => reviews)].flatMap(({ entries }) =>
        entries.map(({ number }) => number),
      ),
    [worklist],
  )
  const chosen = useSelection(numbers)
  const assign = useAssign(chosen.clear)
  useRememberList({ href: pagePaths.start, query: null, numbers })
  const filled = worklist.sections.filter(({ total_count: total }) => total > 0)
  const submitted = filled.filter(({ section }) => section === 'submitted')
  const personal = filled.filter((rows) => isForReaderRows(rows) && !submitted.includes(rows))
  const others = filled.filter((rows) => !isForReaderRows(rows))
  const isCaughtUp =
    personal.length === 0 &&
    [verifications, questions, worklist.second_looks, confirmations].every(({ total_count: total }) => total === 0)
  const next = [
    ...(actions.total_count > 0 ? ['your actions'] : []),
    ...(changes.total_count > 0 ? ['your changes'] : []),
    ...(others.length > 0 ? ['what waits for others'] : []),
  ]
  const selection = canManage && filled.some(({ section }) => !isForManagers(section)) ? chosen : null
  const onAssign = (number: string) => assign.open([number])
  const shared = { today, selection, onAssign, hasSelection: selection !== null }
  // What is overdue stands above what is not.
  const hasOverdueActions = actions.overdue_count > 0
  const ownActions = <MyActions actions={actions} {...shared} />
  return (
    <div className="flex flex-col gap-4">
      <RowKeys noun="row" />
      {isCaughtUp && hasChanges ? <CaughtUp canReview={canReview} next={next} /> : null}
      {hasChanges ? null : (
        <Card>
          <EmptyState icon={ClipboardCheck} title="No changes yet" action={<ImportLink kind="changes" />}>
            Once a manager has imported changes, the reviews that they need appear here.
          </EmptyState>
        </Card>
      )}
      <MyQuestions questions={questions} {...shared} />
      {personal.map((rows) => (
        <WorklistSection key={rows.section} rows={rows} {...shared} />
      ))}
      <MyConfirmations confirmations={confirmations} {...shared} />
      <MySecondLooks second_looks={worklist.second_looks} {...shared} />
      <MyVerifications verifications={verifications} {...shared} />
      {hasOverdueActions ? ownActions : null}
      {others.map((rows) => (
        <WorklistSection key={rows.section} rows={rows} {...shared} />
      ))}
      {hasOverdueActions ? null : ownActions}
      {covered.map((work) => (
        <CoveredWork key={work.email} covered={work} {...shared} />
      ))}
      {submitted.map((rows) => (
        <WorklistSection key={rows.section} rows={rows} {...shared} />
      ))}
      <MyChanges changes={changes} {...shared} />
      {selection ? <SelectionBar selection={selection} /> : null}
      {assign.dialog}
    </div>
  )
}

const isForReaderRows = ({ section }: Worklist['sections'][number]) => isForReader(section)

function CaughtUp({ canReview, next }: { canReview: boolean; next: readonly string[] }) {
  if (next.length > 0) {
    if (!canReview) return null
    return (
      <p className="flex items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2.5 text-sm">
        <CircleCheck className="size-4 shrink-0 text-success-text" />
        <span>
          <span className="font-medium">No reviews are assigned to you.</span> Below:{' '}
          {new Intl.ListFormat('en-GB').format(next)}.
        </span>
      </p>
    )
  }
  const unassigned = new URLSearchParams({ query: sectionFilters.unassigned, sort: 'due_on' })
  return (
    <Card>
      <EmptyState
        icon={CircleCheck}
        title={canReview ? 'You’re all caught up' : 'Nothing waits for you'}
        action={
          <>
            {canReview ? (
              <ButtonLink href={`${pagePaths.changes}?${unassigned}`}>Reviews without a reviewer</ButtonLink>
            ) : null}
            <ButtonLink href={pagePaths.changes}>All changes</ButtonLink>
            {canReview ? null : <ButtonLink href={pagePaths.knowledge}>All lessons</ButtonLink>}
          </>
        }
      >
        {canReview
          ? 'No reviews are assigned to you. New ones appear here, and you are notified of them.'
          : 'Changes that you implement or requested, actions that you own and questions to you appear here.'}
      </EmptyState>
    </Card>
  )
}

type CoveredWorkProps = ComponentProps<typeof MyActions> &
  Omit<ComponentProps<typeof WorklistSection>, 'rows'> & { covered: WorklistCovered }

/** Open reviews, verifications and actions of an absent person for whom the reader stands in. */
function CoveredWork({ covered, ...shared }: Omit<CoveredWorkProps, 'actions' | 'heading'>) {
  const { name, email, until, reviews, verifications, actions } = covered
  const description = `Away until ${formatDay(until)}; you stand in`
  return (
    <>
      <WorklistSection
        {...shared}
        rows={reviews}
        heading={{ id: `for-${email}`, title: `Reviews for ${name}`, description }}
      />
      <MyVerifications
        {...shared}
        verifications={verifications}
        heading={{ id: `verifications-for-${email}`, title: `To verify for ${name}`, description }}
      />
      <MyActions
        {...shared}
        actions={actions}
        heading={{ id: `actions-for-${email}`, title: `Actions for ${name}`, description, owner: email }}
      />
    </>
  )
}
