'use client'

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { storeChoice } from '#components/ui/stored-choice.ts'
import { describeZone } from '#lib/time/format-time.ts'
import { getLocalZone, recognizeZone } from '#lib/time/local-zone.ts'

/** With `isFixed`, the zone applies whatever the zone of the browser is. */
type Clock = { zone: string; now: number; isFixed?: boolean }

const ClockContext = createContext<Clock>({ zone: 'UTC', now: 0 })

type ClockProviderProps = {
  /** Time zone that the browser stored on an earlier visit, else UTC. */
  zone: string
  /** Offsets of the zone, from `listOffsets`. */
  offsets: readonly number[]
  /** The server's time in milliseconds, so that server and browser first render the same text. */
  now: number
  children: ReactNode
}

export function ClockProvider({ zone, offsets, now, children }: ClockProviderProps) {
  recognizeZone(zone, offsets)
  useEffect(() => {
    storeChoice('zone', getLocalZone())
  }, [])
  return <ClockContext value={{ zone, now }}>{children}</ClockContext>
}

/** Shows times in the zone of the signed-in person: their own, else that of the organisation. */
export function OwnZone({ zone, children }: { zone: string; children: ReactNode }) {
  const clock = useContext(ClockContext)
  return <ClockContext value={{ ...clock, zone, isFixed: true }}>{children}</ClockContext>
}

/** The zone of `OwnZone` for a signed-in person; for others the stored one while hydrating, then the browser's. */
export function useZone(): string {
  const { zone, isFixed } = useContext(ClockContext)
  const getPageZone = () => zone
  return useSyncExternalStore(subscribeToNothing, isFixed ? getPageZone : getLocalZone, getPageZone)
}

/** Returns the time in milliseconds, to the minute. Renders the caller again as minutes pass. */
export function useNow(): number {
  const { now } = useContext(ClockContext)
  return useSyncExternalStore(everyMinute, currentMinute, () => now)
}

const subscribeToNothing = () => () => {}

const minute = 60_000
const currentMinute = () => Math.floor(Date.now() / minute) * minute
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function everyMinute(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const notify of listeners) notify()
  }, minute / 2)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Names the time zone of the times on the page, also on paper. */
export function ZoneNote({ at }: { at?: string | null }) {
  const zone = useZone()
  return <>Times are in {describeZone(zone, at ? new Date(at) : new Date(0))}.</>
}
