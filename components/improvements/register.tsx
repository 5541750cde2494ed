'use client'

import { useQueries, useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import type { ShownColumns } from '#components/list/list-column.tsx'
import { ListTable } from '#components/list/list-table.tsx'
import { listHref } from '#components/list/list-view.ts'
import { statuses } from '#components/records/improvement-labels.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { Td, Th, Tr } from '#components/ui/table/table.tsx'
import type { SuggestedPerson } from '#components/users/person-input.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { buildRegisterCountInput, buildTableInput, registerPlace, setStatus } from '#lib/api/improvement-register.ts'
import type { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import { listFilterValues, listImprovements } from '#lib/contracts/routes.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { ImprovementActions } from './improvement-actions.tsx'
import { MoveDialogs } from './move-dialogs.tsx'
import type { RegisterProps } from './register-props.ts'
import { type RegisterRow, registerView } from './register-view.tsx'

export function Register({ shown, ...props }: RegisterProps & { shown: ShownColumns }) {
  const { query, reader, canWrite } = props
  const people = useQuery(endpointQuery(listFilterValues, {})).data?.people ?? []
  return (
    <MoveDialogs mover={{ email: reader.me, canWrite }}>
      <div className="flex flex-col gap-2">
        <StatusTabs query={query} reader={reader} />
        <ImprovementTable {...props} people={people} shown={shown} />
      </div>
    </MoveDialogs>
  )
}

/** Tabs by status with their totals. “To do” is open and in progress together. */
function StatusTabs({ query, reader }: Pick<RegisterProps, 'query' | 'reader'>) {
  const counts = useQueries({
    queries: statuses.map((status) =>
      endpointQuery(listImprovements, { query: buildRegisterCountInput(setStatus(query, status), reader) }),
    ),
    combine: (results) => results.map(({ data }) => data?.total_count),
  })
  const [open, inProgress] = counts
  const tab = (status: RegisterQuery['status'], label: string, count: number | undefined) => ({
    href: listHref(registerPlace, setStatus(query, status)),
    label,
    ...(count === undefined ? {} : { count }),
    current: query.status === status,
  })
  const todo = open === undefined || inProgress === undefined ? undefined : open + inProgress
  return (
    <TabLinks
      label="Status"
      tabs={[
        tab(undefined, 'To do', todo),
        ...statuses.map((status, at) => tab(status, improvementStatusLabels[status], counts[at])),
        tab('all', 'All', undefined),
      ]}
    />
  )
}

type ImprovementTableProps = RegisterProps & { people: readonly SuggestedPerson[]; shown: ShownColumns }

/** The actions selected by the URL. Owner, due date and status are edited in place. */
function ImprovementTable({ query, reader, canWrite, people, shown }: ImprovementTableProps) {
  const input = buildTableInput(query, reader)
  const improvements = useQuery(endpointQuery(listImprovements, { query: input }))
  const nameOf = (owner: string) => people.find(({ email }) => email === owner)?.name ?? owner
  return (
    <QueryStates query={improvements} what="the improvement actions" lines={12}>
      {({ result, total_count: total }) => (
        <ListTable
          view={registerView}
          rows={result.map((improvement) => ({
            ...improvement,
            ownerName: nameOf(improvement.owner),
            today: reader.today,
            canWrite,
          }))}
          total={total}
          query={query}
          shown={shown}
          sort={input.sort}
          empty={<NoImprovements query={query} />}
          tail={canWrite ? <Th hidesLabel>Actions</Th> : null}
          row={(improvement, cells) => <ImprovementRow improvement={improvement}>{cells}</ImprovementRow>}
        />
      )}
    </QueryStates>
  )
}

/** One action. If it leaves the table while it has the focus, the table takes the focus. */
function ImprovementRow({ improvement, children }: { improvement: RegisterRow; children: ReactNode }) {
  const row = useRef<HTMLTableRowElement>(null)
  useFocusRescue(row, (left) => {
    const body = left.closest('tbody')
    body?.setAttribute('tabindex', '-1')
    body?.focus()
  })
  return (
    <Tr ref={row} className={registerView.rowClass}>
      {children}
      {improvement.canWrite ? (
        <Td align="end" className="stacked:absolute stacked:top-1 stacked:right-2">
          <ImprovementActions improvement={improvement} />
        </Td>
      ) : null}
    </Tr>
  )
}

function NoImprovements({ query }: { query: RegisterQuery }) {
  const { owner, due, category, priority, source, query: expression } = query
  if (owner === 'me' && !category && !priority && !source && !expression && query.status === undefined) {
    return (
      <EmptyState
        icon={ListChecks}
        title={due ? 'None of your actions are due' : 'You have no open actions'}
        action={
          <ButtonLink href={listHref(registerPlace, query, { owner: undefined })}>Show everyone’s actions</ButtonLink>
        }
      >
        Actions assigned to you appear here until they are done.
      </EmptyState>
    )
  }
  const showAll = <ButtonLink href={`${pagePaths.improvements}?status=all`}>Show all actions</ButtonLink>
  if (owner || due || category || priority || source || expression) {
    return (
      <EmptyState icon={ListChecks} title="No matching actions" action={showAll}>
        {query.status === 'all' ? 'Remove a filter.' : 'Remove a filter, or choose another status.'}
      </EmptyState>
    )
  }
  if (query.status !== 'all') {
    return (
      <EmptyState icon={ListChecks} title={emptyTitles[query.status ?? 'todo']} action={showAll}>
        {sourceHint}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={ListChecks}
      title="No improvement actions yet"
      action={<ButtonLink href={pagePaths.changes}>Go to the changes</ButtonLink>}
    >
      {sourceHint}
    </EmptyState>
  )
}

const sourceHint = 'Actions come from reviews: each review asks what should be different next time.'

const emptyTitles = {
  todo: 'Nothing to do',
  open: 'No open actions',
  in_progress: 'No actions in progress',
  done: 'No actions that wait for verification',
  verified: 'No verified actions yet',
  cancelled: 'No cancelled actions',
} as const

/**
 * Calls `onLost` when an element leaves the page with the focus inside, so that the caller can move the focus nearby.
 */
function useFocusRescue(element: RefObject<HTMLElement | null>, onLost: (left: HTMLElement) => void): void {
  const rescue = useEffectEvent(onLost)
  useLayoutEffect(() => {
    const leaving = element.current
    return () => {
      if (leaving?.contains(document.activeElement)) rescue(leaving)
    }
  }, [element])
}
