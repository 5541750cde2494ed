'use client'

import { useZone } from './clock.tsx'
import { formatInstant, formatUtc, type TimePrecision } from './format-time.ts'

type DateTimeProps = {
  /** ISO 8601 with a time zone; null shows `fallback`. */
  value: string | null | undefined
  precision?: TimePrecision
  fallback?: string
  /** Reachable by keyboard, so that focus shows the UTC time too; for the few times that matter on a page. */
  focusable?: boolean
}

/** An instant in the reader's time zone; the tooltip shows it in UTC. */
export function DateTime({ value, precision = 'minute', fallback = '—', focusable }: DateTimeProps) {
  const zone = useZone()
  const instant = value ? new Date(value) : null
  if (!instant || Number.isNaN(instant.getTime())) return <span className="text-muted">{value || fallback}</span>
  return (
    <time
      dateTime={instant.toISOString()}
      data-tooltip={formatUtc(instant)}
      tabIndex={focusable ? 0 : undefined}
      className="rounded-sm whitespace-nowrap"
    >
      {formatInstant(instant, zone, precision)}
    </time>
  )
}
