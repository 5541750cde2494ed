'use client'

import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { formatInstant, formatUtc, type TimePrecision } from '#lib/time/format-time.ts'
import { useNow, useZone } from './clock.tsx'

type DateTimeProps = {
  /** ISO 8601 with a time zone; null shows `fallback`. */
  value: string | null | undefined
  precision?: TimePrecision
  /** Leaves out the current year, for a narrow column of days. */
  short?: boolean
  fallback?: string
  /** Makes it a tab stop, so that focus shows the UTC time too. For the few times that matter on a page. */
  focusable?: boolean
}

/** Instant in the reader's time zone; its title, or tooltip, shows it in UTC. */
export function DateTime({ value, precision = 'minute', short, fallback = '—', focusable }: DateTimeProps) {
  const zone = useZone()
  const now = useNow()
  const instant = value ? new Date(value) : null
  if (!instant || Number.isNaN(instant.getTime())) return <span className="text-muted">{value || fallback}</span>
  const utc = formatUtc(instant)
  const text = formatInstant(instant, zone, precision)
  const time = (
    <time
      dateTime={instant.toISOString()}
      title={focusable ? undefined : utc}
      tabIndex={focusable ? 0 : undefined}
      className="rounded-sm whitespace-nowrap"
    >
      {short ? withoutThisYear(text, formatInstant(new Date(now), zone, 'day')) : text}
    </time>
  )
  return focusable ? <Tooltip text={utc}>{time}</Tooltip> : time
}

const withoutThisYear = (day: string, today: string) => (day.slice(-5) === today.slice(-5) ? day.slice(0, -5) : day)
