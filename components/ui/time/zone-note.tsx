'use client'

import { describeZone } from '#lib/time/format-time.ts'
import { useZone } from './clock.tsx'

/** Names the time zone of the times on the page, also on paper. */
export function ZoneNote({ at }: { at?: string | null }) {
  const zone = useZone()
  return <>Times are in {describeZone(zone, at ? new Date(at) : new Date(0))}.</>
}
