'use client'

import type { ReactNode } from 'react'
import { Field } from '#components/ui/form/field.tsx'
import { createOptions } from '#components/ui/form/find-options.ts'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { mapPart, mapRows } from './edit-mapping.ts'
import type { MappingProps } from './mapping-props.ts'

const delimiters: Readonly<Record<string, string>> = {
  ',': 'Comma  ,',
  ';': 'Semicolon  ;',
  '\t': 'Tab',
  '|': 'Bar  |',
  '^': 'Caret  ^',
}
const encodings = [
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
]
const dateOrders = [
  { value: 'day-first', label: 'Day first' },
  { value: 'month-first', label: 'Month first' },
]
const rowAnswers = [
  { value: 'first', label: 'The first in the file' },
  { value: 'last', label: 'The last in the file' },
]

/** The settings for reading the whole file; each placeholder says what holds without one. */
export function Reading({ preview, mapping, onChange }: MappingProps) {
  const { reading, sheets } = preview
  const select = (
    part: 'encoding' | 'delimiter' | 'sheet' | 'time_zone' | 'date_order',
    label: string,
    placeholder: string,
    options: ReturnType<typeof createOptions>,
  ): ReactNode => (
    <Field label={label}>
      <NativeSelect
        placeholder={placeholder}
        options={options}
        value={mapping[part] ?? ''}
        onChange={({ target }) =>
          onChange(mapPart(mapping, part, (target.value || undefined) as (typeof mapping)[typeof part]))
        }
      />
    </Field>
  )
  const zones = () => createOptions(Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'))
  const latest = mapping.rows?.startsWith('latest:')
    ? [{ value: mapping.rows, label: describeLatest(mapping.rows) }]
    : []
  const delimiterOptions = Object.entries(delimiters).map(([value, label]) => ({ value, label }))
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {reading.encoding === null
        ? null
        : select('encoding', 'Encoding', `${reading.encoding} (detected)`, createOptions(encodings))}
      {reading.delimiter === null
        ? null
        : select(
            'delimiter',
            'Delimiter',
            `${delimiters[reading.delimiter] ?? reading.delimiter} (detected)`,
            delimiterOptions,
          )}
      {sheets.length > 1 ? select('sheet', 'Sheet', `${reading.sheet} (the first)`, createOptions(sheets)) : null}
      {preview.has_local_times || mapping.time_zone !== undefined
        ? select('time_zone', 'Time zone', 'UTC, as times name none', zones())
        : null}
      {mapping.date_order === undefined
        ? null
        : select('date_order', 'Order of dates', 'Shown by the dates of each column', dateOrders)}
      {reading.is_log || mapping.rows !== undefined ? (
        <Field label="Several rows for one record">
          <NativeSelect
            placeholder="Asked, if the file does not show which counts"
            options={[...rowAnswers, ...latest]}
            value={mapping.rows ?? ''}
            onChange={({ target }) => onChange(mapRows(mapping, target.value || undefined))}
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

const describeLatest = (rows: string) => `The latest by ${rows.slice('latest:'.length)}`
