'use client'

import { Badge } from '#components/ui/badge.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { DataColumn } from '#components/ui/table/plain-table.tsx'
import type { ImportFeed, ImportPreview } from '#lib/contracts/app/import-preview.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { mapColumn } from './edit-mapping.ts'
import { FeedDetails } from './feed-details.tsx'
import type { MappingProps } from './mapping-props.ts'

/** The columns of the file, each with its first values and the field that it fills. */
export function ColumnTable({ preview, mapping, onChange }: MappingProps) {
  const required = (field: string) => preview.fields.find(({ name }) => name === field)?.is_required
  const options = preview.fields.map(({ name }) => ({
    value: name,
    label: `${humaniseKey(name)}${required(name) ? ' (required)' : ''}`,
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
      cell: ({ examples }) => <Examples values={examples} />,
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
            <FeedBadges feeds={feeds} />
            {feeds
              .filter(({ columns: fed }) => fed[0] === name)
              .map((feed) => (
                <FeedDetails key={feed.field} feed={feed} preview={preview} mapping={mapping} onChange={onChange} />
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

function Examples({ values }: { values: readonly string[] }) {
  return (
    <ul className="min-w-0 py-1 font-mono text-xs">
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of the first rows never move
        <li key={index} className="truncate" title={value.length > 40 ? value : undefined}>
          {value === '' ? <span className="text-muted">(empty)</span> : value}
        </li>
      ))}
    </ul>
  )
}

function FeedBadges({ feeds }: { feeds: readonly ImportFeed[] }) {
  const badges = feeds.flatMap(({ field, is_guessed, join, columns, values, format, default: fallback }) => [
    ...(is_guessed ? ['Guessed from its name'] : ['Chosen']),
    ...(join === null ? [] : ['Joined']),
    ...(join === null && columns.length > 1 ? ['First that is not empty'] : []),
    ...(Object.keys(values).length === 0 ? [] : ['Words mapped']),
    ...(format === null ? [] : ['Date format']),
    ...(fallback === null ? [] : ['Default']),
    ...(field === feeds[0]?.field ? [] : [`Also ${humaniseKey(field)}`]),
  ])
  if (badges.length === 0) return null
  return (
    <div className="flex flex-wrap gap-1">
      {[...new Set(badges)].map((badge) => (
        <Badge key={badge}>{badge}</Badge>
      ))}
    </div>
  )
}
