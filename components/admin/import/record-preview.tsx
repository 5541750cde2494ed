import { Pieces, ShortDifference } from '#components/history/event-sentence.tsx'
import { fieldChangesOf } from '#components/history/field-change.ts'
import { isBlank, valueWords } from '#components/history/value-words.ts'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { Caption, Table, TBody, Td, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import type { ImportPreview, ImportPreviewRecord } from '#lib/contracts/app/import-preview.ts'
import { humaniseKey } from '#lib/domain/humanise-key.ts'
import { shorten } from '#lib/domain/shorten.ts'

const effects: Readonly<Record<ImportPreviewRecord['effect'], { label: string; tone: Tone }>> = {
  new: { label: 'New', tone: 'success' },
  changed: { label: 'Changed', tone: 'info' },
  unchanged: { label: 'Unchanged', tone: 'neutral' },
  refused: { label: 'Refused', tone: 'danger' },
}

/** The first records of the file as they will be, compared with what is stored. */
export function RecordPreview({ preview: { records, examined } }: { preview: ImportPreview }) {
  if (records.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-pretty">
        {examined.is_whole ? 'All ' : 'The first '}
        {formatCount(examined.rows)} {examined.rows === 1 ? 'row was' : 'rows were'} examined:{' '}
        {examined.refused === 0 ? 'none would be refused.' : `${formatCount(examined.refused)} would be refused.`} These
        are the first {records.length === 1 ? 'record' : `${records.length} records`}.
      </p>
      <TableRegion label="First records">
        <Table stack>
          <Caption>First records</Caption>
          <THead>
            <Tr>
              <Th>Record</Th>
              <Th>Effect</Th>
              <Th className="w-full">Values</Th>
            </Tr>
          </THead>
          <TBody>
            {records.map((record) => (
              <Tr key={record.place}>
                <Td primary className="align-top">
                  <span className="block py-1 font-mono text-xs wrap-anywhere">{record.key ?? '—'}</span>
                  <span className="block text-xs whitespace-nowrap text-muted">{record.place}</span>
                </Td>
                <Td label="Effect" className="align-top">
                  <span className="block py-1">
                    <Badge tone={effects[record.effect].tone}>{effects[record.effect].label}</Badge>
                  </span>
                </Td>
                <Td label="Values" className="align-top">
                  <div className="min-w-0 py-1 text-sm wrap-anywhere">
                    <Values record={record} />
                  </div>
                </Td>
              </Tr>
            ))}
          </TBody>
        </Table>
      </TableRegion>
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

function Changes({ changes }: { changes: ImportPreviewRecord['changes'] }) {
  const fields = fieldChangesOf({ changes, names: {} })
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

const maxShown = 160

/** A value in words; the beginning of a long one. */
function Value({ field, value }: { field: string; value: unknown }) {
  const words = valueWords(field, value, {})
  if (words !== null) return <Pieces pieces={words} />
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ')
  return shorten(text, maxShown)
}
