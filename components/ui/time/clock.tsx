'use client'

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { describeZone } from '#lib/time/format-time.ts'

type Clock = { zone: string; now: number }

const ClockContext = createContext<Clock>({ zone: 'UTC', now: 0 })

type ClockProviderProps = {
  /** Time zone of the organisation. */
  zone: string
  /** The server's time in milliseconds, so that server and browser first render the same text. */
  now: number
  children: ReactNode
}

export function ClockProvider({ zone, now, children }: ClockProviderProps) {
  return <ClockContext value={{ zone, now }}>{children}</ClockContext>
}

/** Shows times in the zone of the signed-in person: their own, else that of the organisation. */
export function OwnZone({ zone, children }: { zone: string; children: ReactNode }) {
  const clock = useContext(ClockContext)
  return <ClockContext value={{ ...clock, zone }}>{children}</ClockContext>
}

/** The one zone in which the page shows and reads times; never the browser's. */
export const useZone = (): string => useContext(ClockContext).zone

/** Returns the time in milliseconds, to the minute. Renders the caller again as minutes pass. */
export function useNow(): number {
  const { now } = useContext(ClockContext)
  return useSyncExternalStore(everyMinute, currentMinute, () => now)
}

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
