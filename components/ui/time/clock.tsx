'use client'

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { storeChoice } from '#components/ui/stored-choice.ts'

/** `isFixed`: the zone holds, whatever the browser's is. */
type Clock = { zone: string; now: number; isFixed?: boolean }

const ClockContext = createContext<Clock>({ zone: 'UTC', now: 0 })

type ClockProviderProps = {
  /** The time zone that the browser stored on an earlier visit. */
  zone: string | undefined
  /** The server's time in milliseconds, so that server and browser first render the same text. */
  now: number
  children: ReactNode
}

export function ClockProvider({ zone, now, children }: ClockProviderProps) {
  useEffect(() => {
    storeChoice('zone', encodeURIComponent(browserZone()))
  }, [])
  return <ClockContext value={{ zone: knownZone(zone), now }}>{children}</ClockContext>
}

/** Shows times in the zone of a person who is signed in: their own, else that of the organisation. */
export function OwnZone({ zone, children }: { zone: string; children: ReactNode }) {
  const clock = useContext(ClockContext)
  return <ClockContext value={{ ...clock, zone: knownZone(zone), isFixed: true }}>{children}</ClockContext>
}

/**
 * The reader's time zone: that of the person who is signed in; for others the stored one (else UTC) while hydrating, the
 * browser's own after.
 */
export function useZone(): string {
  const { zone, isFixed } = useContext(ClockContext)
  const ofBrowser = useSyncExternalStore(never, browserZone, () => zone)
  return isFixed ? zone : ofBrowser
}

/** The time in milliseconds, to the minute; renders again as minutes pass. */
export function useNow(): number {
  const { now } = useContext(ClockContext)
  return useSyncExternalStore(everyMinute, currentMinute, () => now)
}

/** The time zone if the runtime knows it, else UTC. */
function knownZone(zone: string | undefined): string {
  if (!zone) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

let zoneOfBrowser: string | undefined

function browserZone(): string {
  zoneOfBrowser ??= knownZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  return zoneOfBrowser
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
