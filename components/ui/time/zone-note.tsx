'use client'

import { useZone } from './clock.tsx'
import { describeZone } from './format-time.ts'

/** Names the time zone of the times on the page, on paper too. */
export function ZoneNote({ at }: { at?: string | null }) {
  const zone = useZone()
  return <>Times are in {describeZone(zone, at ? new Date(at) : new Date(0))}.</>
}
