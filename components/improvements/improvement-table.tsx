'use client'

import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { useRowKeys } from '#components/layout/use-row-keys.ts'
import { ListHeaders, listTable, pickColumns, type ShownColumns } from '#components/list/list-column.tsx'
import { cx } from '#components/ui/class-names.ts'
import { Pagination } from '#components/ui/table/pagination.tsx'
import { Caption, Table, TBody, THead, Th, Tr } from '#components/ui/table/table.tsx'
import { TableRegion } from '#components/ui/table/table-region.tsx'
import { TableSkeleton } from '#components/ui/table/table-skeleton.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { registerAddress, tableInput } from '#lib/api/improvement-register.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { listImprovements } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { improvementColumns } from './improvement-columns.tsx'
import { ImprovementRow } from './improvement-row.tsx'
import { NoImprovements } from './no-improvements.tsx'
import type { Person, RegisterProps } from './register-props.ts'

type ImprovementTableProps = RegisterProps & { people: readonly Person[]; shown: ShownColumns }

/** The actions selected by the address, edited in place. */
export function ImprovementTable(props: ImprovementTableProps) {
  const { query, reader } = props
  const input = tableInput(query, reader)
  useRowKeys('action')
  const improvements = useQuery(endpointQuery(listImprovements, { query: input }))
  return (
    <QueryStates
      query={improvements}
      failure="The improvement actions could not be loaded"
      skeleton={<TableSkeleton columns={pickColumns(improvementColumns, props.shown).map(({ label }) => label)} />}
    >
      {({ result, total_count: total }) => (
        <div className="flex flex-col gap-3">
          {result.length === 0 ? (
            <NoImprovements query={query} total={total} />
          ) : (
            <Rows {...props} improvements={result} sort={input.sort} />
          )}
          <Pagination
            page={query.page}
            pageSize={query.limit}
            total={total}
            hrefFor={(page) => registerAddress(pagePaths.improvements, query, { page })}
            noun="actions"
          />
        </div>
      )}
    </QueryStates>
  )
}

type RowsProps = ImprovementTableProps & { improvements: readonly Improvement[]; sort: string }

function Rows({ improvements, sort, query, ...props }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const hrefFor = (next: string) => registerAddress(pagePaths.improvements, query, { sort: next })
  const columns = pickColumns(improvementColumns, props.shown)
  const { region, table } = listTable(props.shown)
  return (
    <TableRegion label="Improvement actions" {...region}>
      <Table stack {...table} className={cx(table.className, '[&_td]:py-0.5')}>
        <Caption>Improvement actions</Caption>
        <THead>
          <Tr>
            <ListHeaders columns={columns} sort={sort} hrefFor={hrefFor} />
            {props.canWrite ? (
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            ) : null}
          </Tr>
        </THead>
        <TBody ref={body} tabIndex={-1}>
          {improvements.map((improvement) => (
            <ImprovementRow
              key={improvement.id}
              improvement={improvement}
              query={query}
              columns={columns}
              onLostFocus={() => body.current?.focus()}
              {...props}
            />
          ))}
        </TBody>
      </Table>
    </TableRegion>
  )
}
