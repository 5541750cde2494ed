'use client'

import { useState } from 'react'
import { Combobox } from '#components/ui/form/combobox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { ImportFeed, ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { mapDefault, mapFormat, mapJoined, mapWord } from './edit-mapping.ts'
import type { MappingProps } from './mapping-props.ts'

type FeedDetailsProps = MappingProps & { feed: ImportFeed }

/** Settings for a filled field: values of words, format of dates, joined columns, default. */
export function FeedDetails({ feed, preview, mapping, onChange }: FeedDetailsProps) {
  const field = preview.fields.find(({ name }) => name === feed.field)
  const words = preview.words.find((entry) => entry.field === feed.field)
  const problems = words?.words.filter(({ problem }) => problem !== null).length ?? 0
  const [isOpen, setOpen] = useState(problems > 0)
  const [hadProblems, setHadProblems] = useState(problems > 0)
  if (problems > 0 && !hadProblems) {
    setHadProblems(true)
    setOpen(true)
  }
  if (!field) return null
  const label = humaniseKey(feed.field)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="min-w-0 text-sm">
      <summary className="min-h-6 w-fit cursor-pointer rounded-sm text-xs font-medium text-accent-text">
        {problems > 0 ? `Words of ${label} to map: ${problems}` : `More about ${label}`}
      </summary>
      <div className="mt-2 flex flex-col gap-3">
        {words && field.values ? (
          <WordTable
            feed={feed}
            words={words}
            mapping={mapping}
            onChange={onChange}
            label={label}
            values={field.values}
          />
        ) : null}
        {field.is_date ? (
          <Field label="Format of the dates" hint="Such as dd-MM-yyyy HH:mm. Empty: each date is recognised.">
            <Combobox
              value={feed.format ?? ''}
              options={feed.formats.map((value) => ({ value, label: value }))}
              onChange={(format) => onChange(mapFormat(mapping, feed, format || null))}
            />
          </Field>
        ) : null}
        {field.values || field.is_date ? null : (
          <Join feed={feed} preview={preview} mapping={mapping} onChange={onChange} />
        )}
        <DefaultValue
          feed={feed}
          values={field.values}
          preview={preview}
          mapping={mapping}
          onChange={onChange}
          field={feed.field}
        />
      </div>
    </details>
  )
}

function Join({ feed, preview, mapping, onChange }: FeedDetailsProps) {
  const unusedColumns = preview.columns.filter(({ name }) => !feed.columns.includes(name))
  return (
    <div className="flex flex-col gap-2">
      {feed.columns.length > 1 ? (
        <p className="text-xs wrap-anywhere">
          {feed.join === null ? 'The first that is not empty of ' : 'Joined: '}
          {feed.columns.join(', ')}
        </p>
      ) : null}
      <Field label="Join with another column">
        <NativeSelect
          placeholder="None"
          options={unusedColumns.map(({ name }) => ({ value: name, label: name }))}
          value=""
          onChange={({ target }) => onChange(mapJoined(mapping, feed, [...feed.columns, target.value]))}
        />
      </Field>
      {feed.columns.length > 1 && feed.join !== null ? (
        <Field label="Separator of joined columns">
          <Input
            defaultValue={feed.join}
            onBlur={({ target }) => {
              if (target.value !== feed.join) onChange(mapJoined(mapping, feed, feed.columns, target.value))
            }}
          />
        </Field>
      ) : null}
    </div>
  )
}

type DefaultValueProps = MappingProps & {
  field: string
  feed: ImportFeed | undefined
  values: readonly string[] | null
}

/** Input for the value of rows whose cell is empty. */
function DefaultValue({ field, feed, values, preview, mapping, onChange }: DefaultValueProps) {
  const value = feed?.default === undefined || feed.default === null ? '' : String(feed.default)
  const set = (text: string) => text !== value && onChange(mapDefault(mapping, preview.feeds, field, text))
  return (
    <Field label={`Default of ${humaniseKey(field)}`} hint="For rows where it is empty.">
      {values ? (
        <NativeSelect
          placeholder="None"
          options={values.map((known) => ({ value: known, label: humaniseKey(known) }))}
          value={value}
          onChange={({ target }) => set(target.value)}
        />
      ) : (
        <Input key={value} defaultValue={value} onBlur={({ target }) => set(target.value.trim())} />
      )}
    </Field>
  )
}

type WordTableProps = {
  feed: ImportFeed
  label: string
  words: ImportPreview['words'][number]
  values: readonly string[]
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

const empty = ' '

/** The words of an enumeration in the file, each with the value that it becomes. */
function WordTable({ feed, label, words, values, mapping, onChange }: WordTableProps) {
  const meanings = new Map(Object.entries(feed.values).map(([word, value]) => [word.trim().toLowerCase(), value]))
  const options = [
    ...values.map((value) => ({ value, label: humaniseKey(value) })),
    { value: empty, label: 'Leave empty' },
  ]
  return (
    <div>
      <ul className="flex flex-col gap-1.5">
        {words.words.map(({ word, rows, becomes, problem }) => {
          const meaning = meanings.get(word.toLowerCase())
          const recognised = becomes === null ? 'Nothing' : humaniseKey(becomes)
          return (
            <li key={word} className="grid grid-cols-2 items-center gap-2">
              <span className="min-w-0 text-sm wrap-anywhere">
                {word} <span className="text-xs text-muted">{formatCount(rows)}×</span>
                {problem === null ? null : <span className="block text-xs text-danger-text">Unknown word</span>}
              </span>
              <NativeSelect
                aria-label={`${label} for ${word}`}
                aria-invalid={problem !== null || undefined}
                placeholder={problem !== null ? 'Choose a value' : `${recognised} (recognised)`}
                options={options}
                value={meaning === undefined ? '' : meaning === null ? empty : String(meaning)}
                onChange={({ target: { value } }) =>
                  onChange(mapWord(mapping, feed, word, value === '' ? undefined : value === empty ? null : value))
                }
              />
            </li>
          )
        })}
      </ul>
      {words.is_complete ? null : <p className="mt-1 text-xs text-muted">There are more words than these.</p>}
    </div>
  )
}

/**
 * Fields without a default, because one value for all rows makes no sense: identifiers, and a field that only refuses
 * rows.
 */
const withoutDefault = new Set(['id', 'number', 'record_class'])

/** Fields that no column fills, required ones first, each with an input for one value in all rows. */
export function MissingFields({ preview, mapping, onChange }: MappingProps) {
  const open = preview.fields.filter(
    ({ name }) => !preview.feeds.some(({ field, columns }) => field === name && columns.length > 0),
  )
  const required = open.filter(
    ({ name, is_required }) => is_required && !preview.feeds.some(({ field }) => field === name),
  )
  const defaultable = open.filter(({ name }) => !withoutDefault.has(name))
  if (open.length === 0) return null
  return (
    <>
      {required.length > 0 ? (
        <Notice
          tone="warning"
          title={`Choose a column for: ${required.map(({ name }) => humaniseKey(name)).join(', ')}.`}
        >
          Records need {required.length === 1 ? 'this field: choose it' : 'these fields: choose them'} in the list of
          columns.
        </Notice>
      ) : null}
      <details className="text-sm">
        <summary className="w-fit cursor-pointer rounded-sm font-medium text-accent-text">
          Fields without a column ({defaultable.length})
        </summary>
        <p className="mt-1 text-muted">They stay empty, unless you give all rows a value here.</p>
        <div className="mt-2 grid gap-3 sm:grid-cols-2">
          {defaultable.map(({ name, values }) => (
            <DefaultValue
              key={name}
              field={name}
              values={values}
              feed={preview.feeds.find(({ field }) => field === name)}
              preview={preview}
              mapping={mapping}
              onChange={onChange}
            />
          ))}
        </div>
      </details>
    </>
  )
}
