'use client'

import { useState } from 'react'
import { Combobox } from '#components/ui/form/combobox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import type { ImportFeed } from '#lib/contracts/app/import-preview.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { mapDefault, mapFormat, mapJoined } from './edit-mapping.ts'
import type { MappingProps } from './mapping-props.ts'
import { WordTable } from './word-table.tsx'

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
export function DefaultValue({ field, feed, values, preview, mapping, onChange }: DefaultValueProps) {
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
