'use client'

import { formatDistance, formatInstant, formatUtc } from '#lib/time/format-time.ts'
import { useNow, useZone } from './clock.tsx'

/** Time between an instant and now, updated every minute; the tooltip shows it in local time and UTC. */
export function RelativeTime({ value, fallback = '—' }: { value: string | null | undefined; fallback?: string }) {
  const zone = useZone()
  const now = useNow()
  const instant = value ? new Date(value) : null
  if (!instant || Number.isNaN(instant.getTime())) return <span className="text-muted">{value || fallback}</span>
  const exact = zone === 'UTC' ? formatUtc(instant) : `${formatInstant(instant, zone)} (${formatUtc(instant)})`
  return (
    <time dateTime={instant.toISOString()} title={exact} className="whitespace-nowrap">
      {formatDistance(instant, now)}
    </time>
  )
}
