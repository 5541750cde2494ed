'use client'

import { useQueries, useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import type { ShownColumns } from '#components/list/list-column.tsx'
import { ListTable } from '#components/list/list-table.tsx'
import { listHref } from '#components/list/list-view.ts'
import { statuses } from '#components/records/improvement-labels.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { Td, Th, Tr } from '#components/ui/table/table.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import {
  buildRegisterCountInput,
  buildTableInput,
  type RegisterReader,
  registerPlace,
  setStatus,
} from '#lib/api/improvement-register.ts'
import type { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import { listFilterValues, listImprovements } from '#lib/contracts/routes.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { ImprovementActions } from './improvement-actions.tsx'
import { MoveDialogs } from './move-dialogs.tsx'
import { type RegisterRow, registerView } from './register-view.tsx'

type RegisterProps = { query: RegisterQuery; reader: RegisterReader; canWrite: boolean; shown: ShownColumns }

export function Register(props: RegisterProps) {
  return (
    <MoveDialogs mover={{ email: props.reader.me, canWrite: props.canWrite }}>
      <div className="flex flex-col gap-2">
        <StatusTabs {...props} />
        <ImprovementTable {...props} />
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

function ImprovementTable({ query, reader, canWrite, shown }: RegisterProps) {
  const people = useQuery(endpointQuery(listFilterValues, {})).data?.people ?? []
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
  useLayoutEffect(() => {
    const leaving = row.current
    return () => {
      if (!leaving?.contains(document.activeElement)) return
      const body = leaving.closest('tbody')
      body?.setAttribute('tabindex', '-1')
      body?.focus()
    }
  }, [])
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
  const { title, text, link, href } = describeEmptiness(query)
  return (
    <EmptyState icon={ListChecks} title={title} action={<ButtonLink href={href}>{link}</ButtonLink>}>
      {text}
    </EmptyState>
  )
}

function describeEmptiness(query: RegisterQuery) {
  const { owner, due, category, priority, source, query: expression, status } = query
  const isNarrowed = category || priority || source || expression
  if (owner === 'me' && !isNarrowed && status === undefined) {
    return {
      title: due ? 'None of your actions are due' : 'You have no open actions',
      text: 'Actions assigned to you appear here until they are done.',
      link: 'Show everyone’s actions',
      href: listHref(registerPlace, query, { owner: undefined }),
    }
  }
  const all = { link: 'Show all actions', href: `${pagePaths.improvements}?status=all` }
  if (owner || due || isNarrowed) {
    const text = status === 'all' ? 'Remove a filter.' : 'Remove a filter, or choose another status.'
    return { title: 'No matching actions', text, ...all }
  }
  const text = 'Actions come from reviews: each review asks what should be different next time.'
  return status === 'all'
    ? { title: 'No improvement actions yet', text, link: 'Go to the changes', href: pagePaths.changes }
    : { title: emptyTitles[status ?? 'todo'], text, ...all }
}

const emptyTitles = {
  todo: 'Nothing to do',
  open: 'No open actions',
  in_progress: 'No actions in progress',
  done: 'No actions that wait for verification',
  verified: 'No verified actions yet',
  cancelled: 'No cancelled actions',
} as const
