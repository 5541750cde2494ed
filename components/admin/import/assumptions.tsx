'use client'

import { createOptions } from '#components/ui/form/find-options.ts'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import type { ImportAssumption } from '#lib/contracts/app/import-preview.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { mapFormat, mapPart } from './edit-mapping.ts'
import type { MappingProps } from './mapping-props.ts'

/** The assumptions about the file, each with its evidence and a control to change it. */
export function Assumptions({ preview, mapping, onChange }: MappingProps) {
  return (
    <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,16rem)]">
      {preview.assumptions.map((assumption) => {
        const label = getLabel(assumption)
        return (
          <div
            key={`${assumption.part} ${assumption.field}`}
            className="grid grid-cols-subgrid items-start gap-y-1 border-b border-line pb-3 last:border-b-0 last:pb-0 sm:col-span-3"
          >
            <dt className="text-sm font-medium sm:pt-1.5">{label}</dt>
            <dd className="min-w-0 text-sm wrap-anywhere sm:pt-1.5">
              {assumption.part === 'empty' && assumption.value === '' ? null : (
                <strong className="font-semibold">{valueLabel(assumption)}</strong>
              )}{' '}
              <span className="text-muted">{assumption.evidence}</span>
            </dd>
            <dd className="min-w-0">
              <Control label={label} assumption={assumption} preview={preview} mapping={mapping} onChange={onChange} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const labels: Readonly<Record<ImportAssumption['part'], string>> = {
  format: 'Format',
  encoding: 'Encoding',
  delimiter: 'Delimiter',
  sheet: 'Sheet',
  time_zone: 'Time zone',
  date_order: 'Order of dates',
  last_state: 'Repeated records',
  empty: 'Empty cells',
}

const getLabel = ({ part, field }: ImportAssumption) =>
  field === null ? labels[part] : `${labels[part]}: ${humaniseKey(field)}`

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

/** Choices for several rows of one record, with the parts of a mapping that express each. */
const rowChoices: Readonly<Record<string, { label: string; parts: Pick<Mapping, 'last_state' | 'newest_first'> }>> = {
  last: { label: 'The last row counts', parts: { last_state: true, newest_first: false } },
  newest: { label: 'The first row counts, as the newest', parts: { last_state: true, newest_first: true } },
  first: { label: 'The first row counts, others are refused', parts: { last_state: false } },
}

function chosenRow({ last_state: lastState, newest_first: newestFirst }: Mapping): string {
  if (lastState === false) return 'first'
  if (newestFirst !== undefined) return newestFirst ? 'newest' : 'last'
  return lastState === true ? 'last' : ''
}

const valueLabel = ({ part, value }: ImportAssumption) => (part === 'delimiter' ? (delimiters[value] ?? value) : value)

type ControlProps = MappingProps & { label: string; assumption: ImportAssumption }

function Control({ label, assumption, preview, mapping, onChange }: ControlProps) {
  const select = (
    part: 'encoding' | 'delimiter' | 'sheet' | 'time_zone',
    placeholder: string,
    options: ReturnType<typeof createOptions>,
  ) => (
    <NativeSelect
      aria-label={label}
      placeholder={placeholder}
      options={options}
      value={mapping[part] ?? ''}
      onChange={({ target }) => onChange(mapPart(mapping, part, target.value || undefined))}
    />
  )
  switch (assumption.part) {
    case 'encoding':
      return select('encoding', 'Detected', createOptions(encodings))
    case 'delimiter':
      return select(
        'delimiter',
        'Detected',
        Object.entries(delimiters).map(([value, name]) => ({ value, label: name })),
      )
    case 'sheet':
      return select('sheet', 'The first', createOptions(preview.sheets))
    case 'time_zone':
      return select(
        'time_zone',
        'UTC',
        createOptions(Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')),
      )
    case 'date_order': {
      const feed = preview.feeds.find(({ field }) => field === assumption.field)
      if (!feed || feed.formats.length === 0) return null
      return (
        <NativeSelect
          aria-label={label}
          placeholder="Detected"
          options={createOptions(feed.formats)}
          value={feed.format ?? ''}
          onChange={({ target }) => onChange(mapFormat(mapping, feed, target.value || null))}
        />
      )
    }
    case 'last_state':
      return (
        <NativeSelect
          aria-label={label}
          placeholder="As usual for these records"
          options={Object.entries(rowChoices).map(([value, { label: name }]) => ({ value, label: name }))}
          value={chosenRow(mapping)}
          onChange={({ target }) => {
            const others = mapPart(mapPart(mapping, 'last_state', undefined), 'newest_first', undefined)
            onChange({ ...others, ...rowChoices[target.value]?.parts })
          }}
        />
      )
    case 'empty':
      return (
        <Input
          aria-label={`${label}, separated by commas`}
          placeholder="Such as ?, NULL, n/a"
          defaultValue={mapping.empty?.join(', ') ?? ''}
          onBlur={({ target }) => {
            const words = target.value.split(',').map((word) => word.trim())
            const next = words.filter((word) => word !== '')
            if (next.join() !== (mapping.empty ?? []).join()) {
              onChange(mapPart(mapping, 'empty', next.length === 0 ? undefined : next))
            }
          }}
        />
      )
    default:
      return null
  }
}
