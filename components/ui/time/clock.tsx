'use client'

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { storeChoice } from '#components/ui/stored-choice.ts'
import { localZone, recognizeZone } from '#lib/time/local-zone.ts'

/** `isFixed`: the zone holds, whatever the browser's is. */
type Clock = { zone: string; now: number; isFixed?: boolean }

const ClockContext = createContext<Clock>({ zone: 'UTC', now: 0 })

type ClockProviderProps = {
  /** The time zone that the browser stored on an earlier visit, else UTC. */
  zone: string
  /** Those of `listOffsets` for it. */
  offsets: readonly number[]
  /** The server's time in milliseconds, so that server and browser first render the same text. */
  now: number
  children: ReactNode
}

export function ClockProvider({ zone, offsets, now, children }: ClockProviderProps) {
  recognizeZone(zone, offsets)
  useEffect(() => {
    storeChoice('zone', encodeURIComponent(localZone()))
  }, [])
  return <ClockContext value={{ zone, now }}>{children}</ClockContext>
}

/** Shows times in the zone of a person who is signed in: their own, else that of the organisation. */
export function OwnZone({ zone, children }: { zone: string; children: ReactNode }) {
  const clock = useContext(ClockContext)
  return <ClockContext value={{ ...clock, zone, isFixed: true }}>{children}</ClockContext>
}

/**
 * The reader's time zone: that of the person who is signed in; for others the stored one (else UTC) while hydrating, the
 * browser's own after.
 */
export function useZone(): string {
  const { zone, isFixed } = useContext(ClockContext)
  const ofPage = () => zone
  return useSyncExternalStore(never, isFixed ? ofPage : localZone, ofPage)
}

/** The time in milliseconds, to the minute; renders again as minutes pass. */
export function useNow(): number {
  const { now } = useContext(ClockContext)
  return useSyncExternalStore(everyMinute, currentMinute, () => now)
}

const never = () => () => {}

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
