'use client'

import { Badge } from '#components/ui/badge.tsx'
import { NativeSelect } from '#components/ui/native-select.tsx'
import { Caption, Table, TBody, Td, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import type { ImportFeed } from '#lib/contracts/app/import-preview.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { withFieldOfColumn } from './edit-mapping.ts'
import { FeedDetails } from './feed-details.tsx'
import type { MappingProps } from './mapping-props.ts'

/** The columns of the file with their first values, and the field that each fills. */
export function ColumnTable({ preview, mapping, onChange }: MappingProps) {
  const required = (field: string) => preview.fields.find(({ name }) => name === field)?.is_required
  const options = preview.fields.map(({ name }) => ({
    value: name,
    label: `${humaniseKey(name)}${required(name) ? ' (required)' : ''}`,
  }))
  return (
    <TableRegion label="Columns of the file">
      <Table stack className="sm:table-fixed">
        <Caption>Columns of the file</Caption>
        <THead>
          <Tr>
            <Th className="sm:w-1/5">Column</Th>
            <Th className="sm:w-2/5">First values</Th>
            <Th className="sm:w-2/5">Field</Th>
          </Tr>
        </THead>
        <TBody>
          {preview.columns.map(({ name, examples }) => {
            const feeds = preview.feeds.filter(({ columns }) => columns.includes(name))
            return (
              <Tr key={name}>
                <Td primary className="align-top font-medium wrap-anywhere">
                  <span className="block pt-1.5">{name || '(no name)'}</span>
                </Td>
                <Td label="First values" className="align-top">
                  <Examples values={examples} />
                </Td>
                <Td label="Field" className="align-top">
                  <div className="flex w-full min-w-0 flex-col gap-1.5 py-0.5">
                    <NativeSelect
                      aria-label={`Field of ${name}`}
                      placeholder="Not imported"
                      options={options}
                      value={feeds[0]?.field ?? ''}
                      onChange={({ target }) =>
                        onChange(withFieldOfColumn(mapping, preview.feeds, name, target.value || null))
                      }
                    />
                    <HowFed feeds={feeds} />
                    {feeds
                      .filter(({ columns }) => columns[0] === name)
                      .map((feed) => (
                        <FeedDetails key={feed.field} {...{ feed, preview, mapping, onChange }} />
                      ))}
                  </div>
                </Td>
              </Tr>
            )
          })}
        </TBody>
      </Table>
    </TableRegion>
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

function HowFed({ feeds }: { feeds: readonly ImportFeed[] }) {
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
