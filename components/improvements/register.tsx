'use client'

import { useQueries, useQuery } from '@tanstack/react-query'
import type { ShownColumns } from '#components/list/list-column.tsx'
import { listHref } from '#components/list/list-view.ts'
import { statuses } from '#components/records/improvement-labels.ts'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { buildRegisterCountInput, registerPlace, setStatus } from '#lib/api/improvement-register.ts'
import type { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import { listFilterValues, listImprovements } from '#lib/contracts/routes.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { ImprovementBoard } from './improvement-board.tsx'
import { ImprovementTable } from './improvement-table.tsx'
import { MoveDialogs } from './move-dialogs.tsx'
import type { RegisterProps } from './register-props.ts'

/** The improvement actions of all reviews, as a table or a board. */
export function Register({ shown, ...props }: RegisterProps & { shown: ShownColumns }) {
  const { query, reader, canWrite } = props
  const people = useQuery(endpointQuery(listFilterValues, {})).data?.people ?? []
  return (
    <MoveDialogs mover={{ email: reader.me, canWrite }}>
      {query.view === 'board' ? (
        <ImprovementBoard {...props} people={people} />
      ) : (
        <div className="flex flex-col gap-2">
          <StatusTabs query={query} reader={reader} />
          <ImprovementTable {...props} people={people} shown={shown} />
        </div>
      )}
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
