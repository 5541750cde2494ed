'use client'

import { Notice } from '#components/ui/notice.tsx'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { DefaultValue } from './feed-details.tsx'
import type { MappingProps } from './mapping-props.ts'

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
