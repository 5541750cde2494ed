import { JsonDocument } from '#components/ui/json-document.tsx'
import { type FieldChange, isBlank, isShortValue } from './field-change.ts'
import { ShortDifference } from './short-difference.tsx'

/** All changed fields of an entry with their values before and after. */
export function ChangedFields({ fields }: { fields: readonly FieldChange[] }) {
  return (
    <dl className="flex flex-col gap-2">
      {fields.map((change) => (
        <div key={change.field} className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-xs/5.5 text-muted [overflow-wrap:anywhere]">{change.label}</dt>
          <dd className="min-w-0 text-sm [overflow-wrap:anywhere]">
            <Difference change={change} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Difference({ change }: { change: FieldChange }) {
  const { from, to } = change
  if (isShortValue(from) && isShortValue(to)) return <ShortDifference change={change} />
  if (isBlank(from)) return <JsonDocument value={to} />
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Side label="Before" value={from} />
      <Side label="After" value={to} />
    </div>
  )
}

function Side({ label, value }: { label: string; value: unknown }) {
  return (
    <div className="min-w-0 border-l-2 border-line pl-3">
      <p className="text-xs text-muted">{label}</p>
      <JsonDocument value={value} emptyText="empty" />
    </div>
  )
}
