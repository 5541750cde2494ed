'use client'

import { useState } from 'react'
import { Field } from '#components/ui/form/field.tsx'
import { createOptions } from '#components/ui/form/find-options.ts'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { DataColumn } from '#components/ui/table/plain-table.tsx'
import { Day } from '#components/ui/time/day.tsx'
import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import { describeCount } from '#lib/text/counted.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { mapPart, mapRows } from './edit-mapping.ts'
import type { MappingProps } from './mapping-props.ts'

type RowQuestion = NonNullable<ImportPreview['row_question']>
type DateQuestion = NonNullable<ImportPreview['date_question']>

/** The questions that the file leaves open. The import can run once the mapping has the answers. */
export function Questions(props: MappingProps) {
  const { date_question: dates, row_question: rows } = props.preview
  return (
    <>
      {dates ? <DateOrderQuestion question={dates} {...props} /> : null}
      {rows ? <WhichRowQuestion question={rows} {...props} /> : null}
    </>
  )
}

const dateColumns: readonly DataColumn<DateQuestion['dates'][number]>[] = [
  { label: 'In the file', isPrimary: true, cell: ({ text }) => <span className="font-mono text-xs">{text}</span> },
  { label: 'Day first', cell: ({ day_first: day }) => <Day value={day} fallback="No such day" /> },
  { label: 'Month first', cell: ({ month_first: day }) => <Day value={day} fallback="No such day" /> },
]

const dateOrders = [
  { value: 'day-first', label: 'Day first' },
  { value: 'month-first', label: 'Month first' },
] as const

function DateOrderQuestion({ question, mapping, onChange }: MappingProps & { question: DateQuestion }) {
  return (
    <section aria-labelledby="date-question" className="flex flex-col gap-3">
      <h3 id="date-question" className="text-sm font-semibold text-balance">
        Which number of these dates is the day?
      </h3>
      <p className="text-sm text-muted text-pretty">
        No date of {question.columns.join(', ')} shows it. These are the first ones, as each order reads them.
      </p>
      <DataTable label="Dates in both orders" columns={dateColumns} rows={question.dates} rowKey={({ text }) => text} />
      <RadioGroup
        legend="Order of dates"
        inline
        options={dateOrders}
        value={mapping.date_order ?? null}
        onValueChange={(value) => onChange(mapPart(mapping, 'date_order', findOrder(value)))}
      />
    </section>
  )
}

const findOrder = (value: string) => dateOrders.find((order) => order.value === value)?.value

/** Maximum differing fields in the table of rows. */
const maxFields = 4

function WhichRowQuestion({ question, ...props }: MappingProps & { question: RowQuestion }) {
  const { field, key, records, equal_in: equalIn, rows } = question
  const fields = Object.keys(rows[0]?.values ?? {}).slice(0, maxFields)
  const columns: readonly DataColumn<RowQuestion['rows'][number]>[] = [
    { label: 'Row', isPrimary: true, cell: ({ place }) => <span className="whitespace-nowrap">{place}</span> },
    ...fields.map((name) => ({
      id: name,
      label: humaniseKey(name),
      cellClass: 'wrap-anywhere',
      isEmpty: ({ values }: RowQuestion['rows'][number]) => values[name] === null,
      cell: ({ values }: RowQuestion['rows'][number]) => formatValue(values[name]),
    })),
  ]
  return (
    <section aria-labelledby="row-question" className="flex flex-col gap-3">
      <h3 id="row-question" className="text-sm font-semibold text-balance">
        Several rows have the {field} {key}: which one counts?
      </h3>
      <p className="text-sm text-muted text-pretty">
        {records === 1 ? 'Only this record has' : `${describeCount(records, 'record')} have`} different rows
        {equalIn.length === 0 ? '' : ` that are equal in ${equalIn.join(' and ')}`}. These are those of {key}.
      </p>
      <DataTable label={`Rows of ${key}`} columns={columns} rows={rows} rowKey={({ place }) => place} />
      <RowChoice legend="The row that counts" {...props} />
    </section>
  )
}

const formatValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const latest = 'latest:'

/** Chooses which of several rows for one record counts: the first, the last, or the latest by a column. */
function RowChoice({ legend, preview, mapping, onChange }: MappingProps & { legend: string }) {
  const { rows } = mapping
  const isLatestStated = rows?.startsWith(latest) ?? false
  const [isLatest, setLatest] = useState(isLatestStated)
  const set = (next: string | undefined) => onChange(mapRows(mapping, next))
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        legend={legend}
        options={[
          { value: 'first', label: 'The first in the file' },
          { value: 'last', label: 'The last in the file' },
          { value: 'latest', label: 'The latest by a column', hint: 'The greatest time or number of changes counts.' },
        ]}
        value={isLatest ? 'latest' : (rows ?? null)}
        onValueChange={(value) => {
          setLatest(value === 'latest')
          if (value !== 'latest') set(value)
        }}
      />
      {isLatest ? (
        <Field label="Column that shows the latest row" className="sm:max-w-72">
          <NativeSelect
            placeholder="Choose a column"
            options={createOptions(preview.columns.map(({ name }) => name))}
            value={isLatestStated ? (rows?.slice(latest.length) ?? '') : ''}
            onChange={({ target }) => set(target.value === '' ? undefined : `${latest}${target.value}`)}
          />
        </Field>
      ) : null}
    </div>
  )
}
