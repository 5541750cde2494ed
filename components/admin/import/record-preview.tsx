import { Pieces, ShortDifference } from '#components/history/event-sentence.tsx'
import { listFieldChanges } from '#components/history/field-change.ts'
import { describeFieldValue, isBlank } from '#components/history/value-labels.ts'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { cx } from '#components/ui/class-names.ts'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { DataColumn } from '#components/ui/table/table.tsx'
import type { ImportPreview, ImportPreviewRecord } from '#lib/contracts/app/import-preview.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { flattenJson } from '#lib/text/json-flatten.ts'
import { shorten } from '#lib/text/shorten.ts'

const tones: Readonly<Record<ImportPreviewRecord['effect'], Tone>> = {
  new: 'success',
  changed: 'info',
  unchanged: 'neutral',
  refused: 'danger',
}

const columns: readonly DataColumn<ImportPreviewRecord>[] = [
  {
    label: 'Record',
    isPrimary: true,
    cellClass: 'align-top sm:min-w-40',
    cell: ({ key, place }) => (
      <>
        <span className="block py-1 font-mono text-xs wrap-anywhere">{key ?? '—'}</span>
        <span className="block text-xs whitespace-nowrap text-muted">{place}</span>
      </>
    ),
  },
  {
    label: 'Effect',
    cellClass: 'align-top',
    cell: ({ effect }) => (
      <span className="block py-1">
        <Badge tone={tones[effect]}>{humaniseKey(effect)}</Badge>
      </span>
    ),
  },
  {
    label: 'Values',
    className: 'w-full',
    cellClass: 'align-top',
    cell: (record) => (
      <div className="min-w-0 py-1 text-sm wrap-anywhere">
        <Values record={record} />
      </div>
    ),
  },
]

/** The first records as the import will store them, compared with the stored ones. */
export function RecordPreview({ preview: { records, examined } }: { preview: ImportPreview }) {
  if (records.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-pretty">
        {examined.is_whole ? 'All ' : 'The first '}
        {groupDigits(examined.rows)} {examined.rows === 1 ? 'row was' : 'rows were'} examined:{' '}
        {examined.refused === 0 ? 'none would be refused.' : `${groupDigits(examined.refused)} would be refused.`} These
        are the first {records.length === 1 ? 'record' : `${records.length} records`}.
      </p>
      <DataTable label="First records" columns={columns} rows={records} rowKey={({ place }) => place} />
    </div>
  )
}

function Values({ record: { effect, reason, values, changes } }: { record: ImportPreviewRecord }) {
  if (effect === 'refused') return <span className="text-danger-text">{reason}</span>
  if (effect === 'unchanged') return <span className="text-muted">Stored like this already.</span>
  if (effect === 'changed') return <Changes changes={changes} />
  const filled = Object.entries(values).filter(([, value]) => !isBlank(value))
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5">
      {filled.map(([field, value]) => (
        <div key={field} className="flex max-w-full min-w-0 gap-1">
          <dt className="shrink-0 text-muted">{humaniseKey(field)}:</dt>
          <dd className="min-w-0">
            <Value field={field} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Changes({ changes }: Pick<ImportPreviewRecord, 'changes'>) {
  const fields = listFieldChanges({ changes, names: {} })
  if (fields.length === 0) return <span className="text-muted">Becomes a full record.</span>
  return (
    <ul className="flex flex-col gap-0.5">
      {fields.map((change) => (
        <li key={change.field}>
          <span className="text-muted">{humaniseKey(change.field)}:</span>{' '}
          {change.before === null || change.after === null ? (
            <>
              <Value field={change.field} value={change.from} /> <span aria-hidden="true">→</span>
              <span className="sr-only">changed to</span> <Value field={change.field} value={change.to} />
            </>
          ) : (
            <ShortDifference change={change} />
          )}
        </li>
      ))}
    </ul>
  )
}

const maxParts = 5

const isDocument = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shortenLine = (text: string) => shorten(text.replace(/\s+/g, ' '), 160)

/** A value for reading; long texts and documents are shortened. */
function Value({ field, value }: { field: string; value: unknown }) {
  if (isDocument(value)) return <DocumentParts field={field} document={value} />
  const words = describeFieldValue(field, value, {})
  if (words !== null) return <Pieces pieces={words} />
  return shortenLine(typeof value === 'string' ? value : JSON.stringify(value))
}

/** The first steps of a plan, or the first values of another document, one below the other. */
function DocumentParts({ field, document }: { field: string; document: Record<string, unknown> }) {
  const steps = field.endsWith('plan') ? readPlanSteps(document).map(({ text }) => text) : []
  const { lines, left } = flattenJson(document, maxParts)
  const isPlan = steps.length > 0
  const parts = isPlan ? steps.slice(0, maxParts) : lines.map(({ label, text }) => `${label}: ${text}`)
  const more = isPlan ? steps.length - parts.length : left
  const List = isPlan ? 'ol' : 'ul'
  return (
    <List className={cx('ml-4', isPlan ? 'list-decimal' : 'list-disc')}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a document never move
        <li key={at}>{shortenLine(part)}</li>
      ))}
      {more > 0 ? <li className="list-none text-muted">and {groupDigits(more)} more</li> : null}
    </List>
  )
}
