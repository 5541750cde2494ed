'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { ShownColumns } from '#components/list/list-column.tsx'
import { ListTable } from '#components/list/list-table.tsx'
import { LiveList } from '#components/list/live-list.tsx'
import { Td, Th, Tr } from '#components/ui/table/table.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import type { SuggestedPerson } from '#components/users/person-input.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { buildTableInput } from '#lib/api/improvement-register.ts'
import { listImprovements } from '#lib/contracts/routes.ts'
import { ImprovementActions } from './improvement-actions.tsx'
import { NoImprovements } from './no-improvements.tsx'
import type { RegisterProps } from './register-props.ts'
import { type RegisterRow, registerView } from './register-view.tsx'
import { useFocusRescue } from './use-focus-rescue.ts'

type ImprovementTableProps = RegisterProps & { people: readonly SuggestedPerson[]; shown: ShownColumns }

/** The actions selected by the URL. Owner, due date and status are edited in place. */
export function ImprovementTable({ query, reader, canWrite, people, shown }: ImprovementTableProps) {
  const input = buildTableInput(query, reader)
  const improvements = useQuery(endpointQuery(listImprovements, { query: input }))
  const nameOf = (owner: string) => people.find(({ email }) => email === owner)?.name ?? owner
  return (
    <LiveList view={registerView} shown={shown} data={improvements}>
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
          tail={
            canWrite ? (
              <Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Th>
            ) : null
          }
          row={(improvement, cells) => <ImprovementRow improvement={improvement}>{cells}</ImprovementRow>}
        />
      )}
    </LiveList>
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
