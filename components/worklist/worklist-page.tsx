'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, ClipboardCheck } from 'lucide-react'
import { useMemo } from 'react'
import { SelectionBar } from '#components/bulk/selection-bar.tsx'
import { useAssign } from '#components/bulk/use-assign.tsx'
import { type Selection, useSelection } from '#components/bulk/use-selection.ts'
import { ImportLink } from '#components/layout/navigation/import-link.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { useRowKeys } from '#components/layout/shortcuts/use-row-keys.ts'
import { useRememberList } from '#components/next-review/remembered-list.ts'
import { isForManagers, isForReader } from '#components/records/worklist-labels.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { Due } from '#components/ui/time/due.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { Worklist, WorklistCovered } from '#lib/contracts/app/worklist.ts'
import { getWorklist } from '#lib/contracts/routes.ts'
import { countDaysBetween } from '#lib/domain/improvements/improvement-due.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { sectionFilters } from '#lib/domain/review/worklist-sections.ts'
import { formatDayLabel } from '#lib/time/day-labels.ts'
import { MyChanges } from './my-changes.tsx'
import { MyQuestions } from './my-questions.tsx'
import { MyVerifications } from './my-verifications.tsx'
import { WorklistCard, wideOnly } from './worklist-card.tsx'
import { WorklistSection } from './worklist-section.tsx'
import { titleCellClass, WorklistTitle } from './worklist-title.tsx'

type WorklistReader = { canReview: boolean; canManage: boolean; hasChanges: boolean }

/** Open work of a person; for managers also reviews without a reviewer and overdue ones of others. */
export function WorklistPage(reader: WorklistReader) {
  const worklist = useQuery(endpointQuery(getWorklist, {}))
  return (
    <QueryStates query={worklist} what="your work" lines={12}>
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

type CaughtUpProps = {
  /** True if reviews can be assigned to the person. */
  canReview: boolean
  /** Names of the sections that follow on the page. */
  next: readonly string[]
}

/** Shown if no work waits for the person. Names the sections that follow, or explains Today. */
function CaughtUp({ canReview, next }: CaughtUpProps) {
  if (next.length > 0) {
    if (!canReview) return null
    return (
      <p className="flex items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2.5 text-sm">
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success-text" />
        <span>
          <span className="font-medium">You&rsquo;re all caught up.</span> No reviews are assigned to you. Below:{' '}
          {new Intl.ListFormat('en-GB').format(next)}.
        </span>
      </p>
    )
  }
  if (!canReview) {
    return (
      <Card>
        <EmptyState
          icon={CircleCheck}
          title="Nothing waits for you"
          action={
            <>
              <ButtonLink href={pagePaths.changes}>All changes</ButtonLink>
              <ButtonLink href={pagePaths.knowledge}>All lessons</ButtonLink>
            </>
          }
        >
          Changes that you implement or requested, actions that you own and questions to you appear here.
        </EmptyState>
      </Card>
    )
  }
  const unassigned = `${pagePaths.changes}?${new URLSearchParams({ query: sectionFilters.unassigned, sort: 'due_on' })}`
  return (
    <Card>
      <EmptyState
        icon={CircleCheck}
        title="You&rsquo;re all caught up"
        action={
          <>
            <ButtonLink href={unassigned}>Reviews without a reviewer</ButtonLink>
            <ButtonLink href={pagePaths.changes}>All changes</ButtonLink>
          </>
        }
      >
        No reviews are assigned to you. New ones appear here, and you are notified of them.
      </EmptyState>
    </Card>
  )
}

type CoveredWorkProps = {
  covered: WorklistCovered
  today: string
  selection: Selection | null
  onAssign: (number: string) => void
}

/** Open reviews, verifications and actions of an absent person for whom the reader stands in. */
function CoveredWork({ covered, today, selection, onAssign }: CoveredWorkProps) {
  const { name, email, until, reviews, verifications, actions } = covered
  const description = `Away until ${formatDayLabel(until)}; you stand in`
  return (
    <>
      {reviews.total_count > 0 ? (
        <WorklistSection
          rows={reviews}
          heading={{ id: `for-${email}`, title: `Reviews for ${name}`, description }}
          selection={selection}
          onAssign={onAssign}
        />
      ) : null}
      {verifications.total_count > 0 ? (
        <MyVerifications
          verifications={verifications}
          heading={{ id: `verifications-for-${email}`, title: `To verify for ${name}`, description }}
          hasSelection={selection !== null}
        />
      ) : null}
      {actions.total_count > 0 ? (
        <MyActions
          actions={actions}
          today={today}
          heading={{ id: `actions-for-${email}`, title: `Actions for ${name}`, description, owner: email }}
          hasSelection={selection !== null}
        />
      ) : null}
    </>
  )
}

type MyActionsProps = Pick<Worklist, 'actions' | 'today'> & {
  /** Heading for the actions of an absent person. */
  heading?: { id: string; title: string; description: string; owner: string }
  hasSelection: boolean
}

/** Unfinished improvement actions, overdue ones first. */
function MyActions({ actions, today, heading, hasSelection }: MyActionsProps) {
  const { entries, total_count: total, overdue_count: overdue } = actions
  return (
    <WorklistCard
      id={heading?.id ?? 'my-actions'}
      title={heading?.title ?? 'Your actions'}
      description={overdue > 0 ? `${overdue} overdue` : (heading?.description ?? 'Improvement actions that you own')}
      total={total}
      all={{
        href: `${pagePaths.improvements}?${new URLSearchParams({ owner: heading?.owner ?? 'me' })}`,
        label: 'View all',
      }}
      columns={[
        {
          label: 'Action',
          isPrimary: true,
          cellClass: titleCellClass,
          cell: ({ id, title }) => <WorklistTitle href={pagePaths.improvement(id)} title={title} />,
        },
        {
          label: 'Review',
          className: wideOnly,
          cellClass: 'truncate font-mono text-xs text-muted',
          cell: ({ source_ref: source }) => source,
        },
        {
          label: 'Status',
          cell: ({ status }) => (
            <StatusBadge tone={status === 'in_progress' ? 'info' : 'neutral'} hollow={status === 'open'}>
              {improvementStatusLabels[status]}
            </StatusBadge>
          ),
        },
        { label: 'Due', cell: ({ target_date: due }) => <Due day={due} daysLeft={countDaysBetween(today, due)} /> },
      ]}
      rows={entries}
      rowKey={({ id }) => id}
      hasSelection={hasSelection}
    />
  )
}
