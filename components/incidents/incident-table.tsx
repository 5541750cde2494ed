import { FilterX, Siren } from 'lucide-react'
import { ImportLink } from '#components/layout/import-link.tsx'
import { RowKeys } from '#components/layout/row-keys.tsx'
import { ListCells, ListHeaders, listTable, pickColumns, type ShownColumns } from '#components/list/list-column.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { PastEnd } from '#components/ui/past-end.tsx'
import { Caption, Table, TBody, THead, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import type { IncidentQuery } from '#lib/api/incident-query.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { incidentAddress } from './incident-address.ts'
import { incidentColumns } from './incident-columns.tsx'

type IncidentTableProps = {
  incidents: readonly Incident[]
  total: number
  query: IncidentQuery
  shown: ShownColumns
}

/** The incidents selected by the address. */
export function IncidentTable({ incidents, total, query, shown }: IncidentTableProps) {
  const columns = pickColumns(incidentColumns, shown)
  const { region, table } = listTable(shown)
  return (
    <div className="flex flex-col gap-3">
      <RowKeys noun="incident" />
      {incidents.length === 0 ? (
        <NoIncidents query={query} total={total} />
      ) : (
        <TableRegion label="Incidents" {...region}>
          <Table stack {...table}>
            <Caption>Incidents</Caption>
            <THead>
              <Tr>
                <ListHeaders
                  columns={columns}
                  sort={query.sort ?? '-opened_at'}
                  hrefFor={(sort) => incidentAddress(query, { sort: sort as IncidentQuery['sort'] })}
                />
              </Tr>
            </THead>
            <TBody>
              {incidents.map((incident) => (
                <Tr key={incident.number} className="whitespace-nowrap">
                  <ListCells columns={columns} row={incident} extra={undefined} />
                </Tr>
              ))}
            </TBody>
          </Table>
        </TableRegion>
      )}
      <Pagination
        page={query.page}
        pageSize={query.limit}
        total={total}
        hrefFor={(page) => incidentAddress(query, { page })}
        noun="incidents"
      />
    </div>
  )
}

function NoIncidents({ query, total }: { query: IncidentQuery; total: number }) {
  if (total > 0) return <PastEnd firstHref={incidentAddress(query, { page: 1 })} />
  if (query.query !== undefined || query.search !== undefined) {
    return (
      <EmptyState
        icon={FilterX}
        title="No incidents match these filters"
        action={<ButtonLink href={pagePaths.incidents}>Show all incidents</ButtonLink>}
      >
        Remove a filter above, or search for fewer words.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={Siren} title="No incidents yet" action={<ImportLink kind="incidents" />}>
      A manager imports them from a file of your ITSM system.
    </EmptyState>
  )
}
