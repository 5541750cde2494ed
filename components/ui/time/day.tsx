import { formatDay } from '#lib/time/format-time.ts'

/** Calendar date such as a due date: the same day in every time zone. */
export function Day({ value, fallback = '—' }: { value: string | null | undefined; fallback?: string }) {
  if (!value || Number.isNaN(Date.parse(`${value}T00:00:00Z`))) {
    return <span className="text-muted">{value || fallback}</span>
  }
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {formatDay(value)}
    </time>
  )
}
