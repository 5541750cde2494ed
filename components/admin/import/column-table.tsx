'use client'

import { useState } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Combobox } from '#components/ui/form/combobox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { createOptions } from '#components/ui/form/find-options.ts'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { DataColumn } from '#components/ui/table/table.tsx'
import type { ImportFeed, ImportPreview } from '#lib/contracts/app/import-preview.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { emptyFeed, type MappingProps, mapColumn, mapFeed, setWord } from './edit-mapping.ts'

/** The columns of the file, each with its first values and the field that it fills. */
export function ColumnTable({ preview, mapping, onChange }: MappingProps) {
  const options = preview.fields.map(({ name, is_required: isRequired }) => ({
    value: name,
    label: `${humaniseKey(name)}${isRequired ? ' (required)' : ''}`,
  }))
  const columns: readonly DataColumn<ImportPreview['columns'][number]>[] = [
    {
      label: 'Column',
      isPrimary: true,
      className: 'sm:w-1/5',
      cellClass: 'align-top font-medium wrap-anywhere',
      cell: ({ name }) => <span className="block pt-1.5">{name || '(no name)'}</span>,
    },
    {
      label: 'First values',
      className: 'sm:w-2/5',
      cellClass: 'align-top',
      cell: ({ examples }) => (
        <ul className="min-w-0 py-1 font-mono text-xs">
          {examples.map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the values of the first rows never move
            <li key={index} className="truncate" title={value.length > 40 ? value : undefined}>
              {value === '' ? <span className="text-muted">(empty)</span> : value}
            </li>
          ))}
        </ul>
      ),
    },
    {
      label: 'Field',
      className: 'sm:w-2/5',
      cellClass: 'align-top',
      cell: ({ name }) => {
        const feeds = preview.feeds.filter(({ columns: fed }) => fed.includes(name))
        return (
          <div className="flex w-full min-w-0 flex-col gap-1.5 py-0.5">
            <NativeSelect
              aria-label={`Field of ${name}`}
              placeholder="Not imported"
              options={options}
              value={feeds[0]?.field ?? ''}
              onChange={({ target }) => onChange(mapColumn(mapping, preview.feeds, name, target.value || null))}
            />
            <div className="flex flex-wrap gap-1 empty:hidden">
              {[...listBadges(feeds)].map((badge) => (
                <Badge key={badge}>{badge}</Badge>
              ))}
            </div>
            {feeds
              .filter(({ columns: fed }) => fed[0] === name)
              .map((feed) => (
                <FeedDetails
                  key={feed.field}
                  feed={feed}
                  preview={preview}
                  onFeed={(next) => onChange(mapFeed(mapping, next))}
                />
              ))}
          </div>
        )
      },
    },
  ]
  return (
    <DataTable
      label="Columns of the file"
      columns={columns}
      rows={preview.columns}
      rowKey={({ name }) => name}
      className="sm:table-fixed"
    />
  )
}

const listBadges = (feeds: readonly ImportFeed[]): Set<string> =>
  new Set(
    feeds
      .flatMap((feed) => [
        feed.is_guessed ? 'Guessed from its name' : 'Chosen',
        feed.join !== null && 'Joined',
        feed.join === null && feed.columns.length > 1 && 'First that is not empty',
        Object.keys(feed.values).length > 0 && 'Words mapped',
        feed.format !== null && 'Date format',
        feed.default !== null && 'Default',
        feed !== feeds[0] && `Also ${humaniseKey(feed.field)}`,
      ])
      .filter((badge) => badge !== false),
  )

type FeedProps = { feed: ImportFeed; onFeed: (feed: ImportFeed) => void }

/** Settings for a filled field: values of words, format of dates, joined columns, default. */
function FeedDetails({ feed, preview, onFeed }: FeedProps & { preview: ImportPreview }) {
  const field = preview.fields.find(({ name }) => name === feed.field)
  const words = preview.words.find((entry) => entry.field === feed.field)
  const problems = words?.words.filter(({ problem }) => problem !== null).length ?? 0
  // Opens with the first problem, and stays open when the last one is solved.
  const [hadProblems, setHadProblems] = useState(problems > 0)
  if (problems > 0 && !hadProblems) setHadProblems(true)
  if (!field) return null
  const label = humaniseKey(feed.field)
  return (
    <details open={hadProblems} className="min-w-0 text-sm">
      <summary className="min-h-6 w-fit cursor-pointer rounded-sm text-xs font-medium text-accent-text">
        {problems > 0 ? `Words of ${label} to map: ${problems}` : `More about ${label}`}
      </summary>
      <div className="mt-2 flex flex-col gap-3">
        {words && field.values ? <WordTable feed={feed} onFeed={onFeed} words={words} values={field.values} /> : null}
        {field.is_date ? (
          <Field label="Format of the dates" hint="Such as dd-MM-yyyy HH:mm. Empty: each date is recognised.">
            <Combobox
              value={feed.format ?? ''}
              options={createOptions(feed.formats)}
              onChange={(format) => onFeed({ ...feed, format: format || null })}
            />
          </Field>
        ) : null}
        {field.values || field.is_date ? null : <Join feed={feed} onFeed={onFeed} columns={preview.columns} />}
        <DefaultValue feed={feed} onFeed={onFeed} values={field.values} />
      </div>
    </details>
  )
}

function Join({ feed, onFeed, columns }: FeedProps & Pick<ImportPreview, 'columns'>) {
  const { join } = feed
  const unusedColumns = columns.map(({ name }) => name).filter((name) => !feed.columns.includes(name))
  const isOfSeveral = feed.columns.length > 1
  return (
    <div className="flex flex-col gap-2">
      {isOfSeveral ? (
        <p className="text-xs wrap-anywhere">
          {join === null ? 'The first that is not empty of ' : 'Joined: '}
          {feed.columns.join(', ')}
        </p>
      ) : null}
      <Field label="Join with another column">
        <NativeSelect
          placeholder="None"
          options={createOptions(unusedColumns)}
          value=""
          onChange={({ target }) => onFeed({ ...feed, columns: [...feed.columns, target.value], join: join ?? ' ' })}
        />
      </Field>
      {isOfSeveral && join !== null ? (
        <Field label="Separator of joined columns">
          <Input
            defaultValue={join}
            onBlur={({ target }) => target.value !== join && onFeed({ ...feed, join: target.value })}
          />
        </Field>
      ) : null}
    </div>
  )
}

/** Input for the value of rows whose cell is empty. */
function DefaultValue({ feed, onFeed, values }: FeedProps & { values: readonly string[] | null }) {
  const value = String(feed.default ?? '')
  const set = (text: string) => text !== value && onFeed({ ...feed, default: text || null })
  return (
    <Field label={`Default of ${humaniseKey(feed.field)}`} hint="For rows where it is empty.">
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

/** Stands for no value among the values of a word, as an empty text leaves the word to the import. */
const noValue = ' '

type WordTableProps = FeedProps & { words: ImportPreview['words'][number]; values: readonly string[] }

/** The words of an enumeration in the file, each with the value that it becomes. */
function WordTable({ feed, onFeed, words, values }: WordTableProps) {
  const meanings = new Map(
    Object.entries(feed.values).map(([word, value]) => [word.trim().toLowerCase(), value ?? noValue]),
  )
  const options = [
    ...values.map((value) => ({ value, label: humaniseKey(value) })),
    { value: noValue, label: 'Leave empty' },
  ]
  return (
    <div>
      <ul className="flex flex-col gap-1.5">
        {words.words.map(({ word, rows, becomes, problem }) => {
          const recognised = becomes === null ? 'Nothing' : humaniseKey(becomes)
          return (
            <li key={word} className="grid grid-cols-2 items-center gap-2">
              <span className="min-w-0 text-sm wrap-anywhere">
                {word} <span className="text-xs text-muted">{groupDigits(rows)}×</span>
                {problem === null ? null : <span className="block text-xs text-danger-text">Unknown word</span>}
              </span>
              <NativeSelect
                aria-label={`${humaniseKey(feed.field)} for ${word}`}
                aria-invalid={problem !== null || undefined}
                placeholder={problem !== null ? 'Choose a value' : `${recognised} (recognised)`}
                options={options}
                value={String(meanings.get(word.toLowerCase()) ?? '')}
                onChange={({ target: { value } }) =>
                  onFeed(setWord(feed, word, value === noValue ? null : value || undefined))
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
  const feeds = new Map(preview.feeds.map((feed) => [feed.field, feed]))
  const open = preview.fields.filter(({ name }) => !feeds.get(name)?.columns.length)
  const required = open.filter(({ name, is_required: isRequired }) => isRequired && !feeds.has(name))
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
              values={values}
              feed={feeds.get(name) ?? emptyFeed(name)}
              onFeed={(feed) => onChange(mapFeed(mapping, feed))}
            />
          ))}
        </div>
      </details>
    </>
  )
}
