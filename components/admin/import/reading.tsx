'use client'

import { useState } from 'react'
import { Field } from '#components/ui/form/field.tsx'
import { createOptions } from '#components/ui/form/find-options.ts'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { DataColumn } from '#components/ui/table/table.tsx'
import { Day } from '#components/ui/time/day.tsx'
import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import { describeCount } from '#lib/text/counted.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { type MappingProps, mapPart } from './edit-mapping.ts'

const delimiters = [
  { value: ',', label: 'Comma  ,' },
  { value: ';', label: 'Semicolon  ;' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar  |' },
  { value: '^', label: 'Caret  ^' },
]
const encodings = createOptions([
  'utf-8',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-15',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'macintosh',
  'shift_jis',
  'gb18030',
])
const zones = createOptions(Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'))
const dateOrders = [
  { value: 'day-first', label: 'Day first' },
  { value: 'month-first', label: 'Month first' },
]
const rowAnswers = [
  { value: 'first', label: 'The first in the file' },
  { value: 'last', label: 'The last in the file' },
]
const latest = 'latest:'

type SelectedPart = 'encoding' | 'delimiter' | 'sheet' | 'time_zone' | 'date_order' | 'rows'

/** Returns the column by which the latest row counts; undefined if another row counts. */
const getLatestColumn = (rows = '') => (rows.startsWith(latest) ? rows.slice(latest.length) : undefined)

/** The settings for reading the whole file; each placeholder says what holds without one. */
export function Reading({ preview, mapping, onChange }: MappingProps) {
  const { sheets, has_local_times: hasLocalTimes, reading } = preview
  const { encoding, delimiter, sheet, is_log: isLog } = reading
  const { time_zone: zone, date_order: order, rows } = mapping
  const delimiterLabel = delimiters.find(({ value }) => value === delimiter)?.label ?? delimiter
  const latestBy = getLatestColumn(rows)
  const rowOptions = latestBy === undefined ? [] : [{ value: rows ?? '', label: `The latest by ${latestBy}` }]
  const select = (part: SelectedPart, label: string, placeholder: string, options: typeof dateOrders) => (
    <Field label={label}>
      <NativeSelect
        placeholder={placeholder}
        options={options}
        value={mapping[part] ?? ''}
        onChange={({ target }) => onChange(mapPart(mapping, part, (target.value || undefined) as typeof order))}
      />
    </Field>
  )
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {encoding === null ? null : select('encoding', 'Encoding', `${encoding} (detected)`, encodings)}
      {delimiter === null ? null : select('delimiter', 'Delimiter', `${delimiterLabel} (detected)`, delimiters)}
      {sheets.length > 1 ? select('sheet', 'Sheet', `${sheet} (the first)`, createOptions(sheets)) : null}
      {hasLocalTimes || zone ? select('time_zone', 'Time zone', 'UTC, as times name none', zones) : null}
      {order ? select('date_order', 'Order of dates', 'Shown by the dates of each column', dateOrders) : null}
      {isLog || rows
        ? select('rows', 'Several rows for one record', 'Asked, if the file does not show which counts', [
            ...rowAnswers,
            ...rowOptions,
          ])
        : null}
      {reading.format === 'CSV' || reading.format === 'XLSX' ? (
        <Field label="Line of the column names" hint="Lines above it are skipped.">
          <Input
            type="number"
            min={1}
            max={1000}
            placeholder="1"
            defaultValue={mapping.header_line ?? ''}
            onBlur={({ target }) => onChange(mapPart(mapping, 'header_line', Number(target.value) || undefined))}
          />
        </Field>
      ) : null}
      <Field label="Empty cells" hint="Words that count as empty, separated by commas.">
        <Input
          placeholder="?, -, N/A, NULL and the like"
          defaultValue={mapping.empty?.join(', ') ?? ''}
          onBlur={({ target }) => {
            const words = target.value.split(',').map((word) => word.trim())
            const next = words.filter((word) => word !== '')
            if (next.join() !== (mapping.empty ?? []).join())
              onChange(mapPart(mapping, 'empty', next.length === 0 ? undefined : next))
          }}
        />
      </Field>
    </div>
  )
}

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

type Question<Name extends 'date_question' | 'row_question'> = NonNullable<ImportPreview[Name]>
type QuestionProps<Name extends 'date_question' | 'row_question'> = MappingProps & { question: Question<Name> }

const dateColumns: readonly DataColumn<Question<'date_question'>['dates'][number]>[] = [
  { label: 'In the file', isPrimary: true, cell: ({ text }) => <span className="font-mono text-xs">{text}</span> },
  { label: 'Day first', cell: ({ day_first: day }) => <Day value={day} fallback="No such day" /> },
  { label: 'Month first', cell: ({ month_first: day }) => <Day value={day} fallback="No such day" /> },
]

function DateOrderQuestion({ question, mapping, onChange }: QuestionProps<'date_question'>) {
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
        onValueChange={(order) => onChange(mapPart(mapping, 'date_order', order as (typeof mapping)['date_order']))}
      />
    </section>
  )
}

/** Maximum differing fields in the table of rows. */
const maxFields = 4

/** Asks which of several rows for one record counts: the first, the last, or the latest by a column. */
function WhichRowQuestion({ question, preview, mapping, onChange }: QuestionProps<'row_question'>) {
  const { field, key, records, equal_in: equalIn, rows } = question
  const latestBy = getLatestColumn(mapping.rows)
  const [isLatest, setLatest] = useState(latestBy !== undefined)
  const answer = (row: string | undefined) => onChange(mapPart(mapping, 'rows', row))
  const fields = Object.keys(rows[0]?.values ?? {}).slice(0, maxFields)
  const columns: readonly DataColumn<(typeof rows)[number]>[] = [
    { label: 'Row', isPrimary: true, cell: ({ place }) => <span className="whitespace-nowrap">{place}</span> },
    ...fields.map(
      (name): DataColumn<(typeof rows)[number]> => ({
        id: name,
        label: humaniseKey(name),
        cellClass: 'wrap-anywhere',
        isEmpty: ({ values }) => values[name] === null,
        cell: ({ values: { [name]: value } }) => (typeof value === 'string' ? value : JSON.stringify(value)),
      }),
    ),
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
      <div className="flex flex-col gap-2">
        <RadioGroup
          legend="The row that counts"
          options={[
            ...rowAnswers,
            {
              value: 'latest',
              label: 'The latest by a column',
              hint: 'The greatest time or number of changes counts.',
            },
          ]}
          value={isLatest ? 'latest' : (mapping.rows ?? null)}
          onValueChange={(value) => {
            setLatest(value === 'latest')
            if (value !== 'latest') answer(value)
          }}
        />
        {isLatest ? (
          <Field label="Column that shows the latest row" className="sm:max-w-72">
            <NativeSelect
              placeholder="Choose a column"
              options={createOptions(preview.columns.map(({ name }) => name))}
              value={latestBy ?? ''}
              onChange={({ target: { value } }) => answer(value === '' ? undefined : `${latest}${value}`)}
            />
          </Field>
        ) : null}
      </div>
    </section>
  )
}
