import { formatCount } from '#components/ui/format-count.ts'
import type { ImportEntry } from '#lib/contracts/import-records.ts'

/** Counts of inserted, updated, unchanged and refused rows, expected or actual. */
export function ImportCounts({ record }: { record: ImportEntry }) {
  const counts = [
    { label: 'New', count: record.inserted, isAlways: true },
    { label: 'Changed', count: record.updated, isAlways: true },
    { label: 'Unchanged', count: record.unchanged, isAlways: true },
    { label: 'Refused', count: record.refused, isAlways: true },
    { label: 'Earlier states of a record', count: record.superseded },
    { label: 'Kept values edited here', count: record.kept },
    { label: 'Unknown changes, created as stubs', count: record.stubs },
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {counts
        .filter(({ count, isAlways }) => isAlways || count > 0)
        .map(({ label, count }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-xl font-semibold tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
    </dl>
  )
}
