import type { Traps } from './traps.ts'

type LoggedRequest = { at: number; method: string; path: string; query: string; status: number }

export type RequestLog = ReturnType<typeof createRequestLog>

/** The requests that the instance received, and the state of its limits. */
export function createRequestLog() {
  const entries: LoggedRequest[] = []
  let counted = { at: 0, perMinute: 0 }
  const since = (at: number) => entries.length - (entries.findLastIndex((entry) => entry.at < at) + 1)
  return {
    entries: entries as readonly LoggedRequest[],
    add(entry: Omit<LoggedRequest, 'status'>): LoggedRequest {
      const logged = { ...entry, status: 0 }
      entries.push(logged)
      return logged
    },
    /** Maximum number of requests within any period of this length. */
    mostWithin(ms: number): number {
      let most = 0
      let first = 0
      for (const [last, { at }] of entries.entries()) {
        while (at - (entries[first]?.at ?? at) >= ms) first += 1
        most = Math.max(most, last - first + 1)
      }
      return most
    },
    /** Seconds to wait before the next request; undefined if it is accepted now. */
    retryAfter({ storm, limit }: Traps): number | undefined {
      if (storm.every > 0 && (entries.length - 1) % storm.every < storm.length) return storm.retryAfterSeconds
      if (limit.perMinute === 0) return undefined
      const now = Date.now()
      if (now - counted.at >= limit.lateSeconds * 1000) counted = { at: now, perMinute: since(now - 60_000) }
      return counted.perMinute > limit.perMinute ? 5 : undefined
    },
  }
}
