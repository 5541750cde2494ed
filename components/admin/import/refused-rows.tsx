'use client'

import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { DataColumn } from '#components/ui/table/table.tsx'
import { buildEndpointUrl, callEndpoint } from '#lib/api/call-endpoint.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { getRefusedRows, listRefusedRows, sendMendedRows } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { correctCell, describePlace, formatCell, listColumns, type RefusedRow } from './corrected-cells.ts'

const pageSize = 50

/** The refused rows of an import, corrected in place and sent again as a new import. */
export function RefusedRows({ record }: { record: ImportRecord }) {
  const [page, setPage] = useState(1)
  const [corrected, setCorrected] = useState<ReadonlyMap<string, RefusedRow['cells']>>(new Map())
  const params = { id: record.id }
  const input = { params, query: { page, limit: pageSize } }
  const rows = useQuery({ ...endpointQuery(listRefusedRows, input), placeholderData: keepPreviousData })
  const router = useRouter()
  const send = useMutation({
    mutationFn: () => callEndpoint(sendMendedRows, { params, body: { rows: [...corrected.values()] } }),
    onSuccess: ({ data }) => router.push(pagePaths.import(data.id)),
  })
  const getCells = ({ place, cells }: RefusedRow) => corrected.get(place) ?? cells
  const createColumn = (column: string): DataColumn<RefusedRow> => ({
    id: `column ${column}`,
    label: column,
    cellClass: 'align-top',
    cell: (row) => (
      <Input
        className="min-w-36"
        aria-label={`${column}, ${describePlace(row.place)}`}
        value={formatCell(getCells(row)[column])}
        onChange={({ target: { value } }) =>
          setCorrected(new Map(corrected).set(row.place, correctCell(getCells(row), column, value)))
        }
      />
    ),
  })
  return (
    <Card aria-labelledby="refused-rows">
      <CardHeader
        id="refused-rows"
        title={`Refused rows (${groupDigits(record.refused)})`}
        description="Correct the cells here and send the rows again, or download them, correct them in a spreadsheet and import that file."
        actions={<DownloadLink isText path={buildEndpointUrl(getRefusedRows, { params })} label="Download" />}
      />
      <CardBody className="flex flex-col gap-3">
        <QueryStates query={rows} what="the refused rows" lines={5}>
          {({ result, columns, total_count: total }) => (
            <>
              <DataTable
                label="Refused rows"
                height="viewport"
                columns={[reason, ...listColumns(columns, result).map(createColumn)]}
                rows={result}
                rowKey={({ place }) => place}
                rowProps={({ place }) => ({ selected: corrected.has(place) })}
              />
              <Pages page={page} total={total} onPage={setPage} />
            </>
          )}
        </QueryStates>
        <FormError>{send.error?.message}</FormError>
        <div>
          <Button
            variant="primary"
            busy={send.isPending || send.isSuccess}
            disabled={corrected.size === 0}
            onClick={() => send.mutate()}
          >
            Resubmit {corrected.size === 0 ? 'corrected rows' : describeCount(corrected.size, 'corrected row')}
          </Button>
        </div>
      </CardBody>
    </Card>
  )
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const last = Math.ceil(total / pageSize)
  if (last <= 1) return null
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <Button size="sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous rows
      </Button>
      <span>
        Page {page} of {last}
      </span>
      <Button size="sm" disabled={page === last} onClick={() => onPage(page + 1)}>
        Next rows
      </Button>
    </div>
  )
}

const reason: DataColumn<RefusedRow> = {
  id: 'reason of the refusal',
  label: 'Reason',
  isPrimary: true,
  cellClass: 'align-top',
  cell: ({ reason: text, place }) => (
    <span className="block min-w-56 py-1 text-sm text-pretty wrap-anywhere">
      {text} <span className="block text-xs text-muted">{describePlace(place)}</span>
    </span>
  ),
}
