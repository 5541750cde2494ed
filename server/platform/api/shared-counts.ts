import { randomUUID } from 'node:crypto'
import { and, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { requestCounts } from '#server/schema/limits.ts'

/** The requests in a caller's window, in all processes as far as this one knows; the window ends at `endsAt`. */
export type Usage = { readonly count: number; readonly endsAt: number }

type CountWindow = { own: number; others: number; endsAt: number }

/** Maximum rows of one statement. */
const batchSize = 1000

/**
 * Counts by key in fixed windows of `span` milliseconds, in memory and shared with other processes by `exchange`;
 * between two exchanges a process does not see the counts of others. Windows of one key with different starts end
 * together once the processes know of each other. Times are in milliseconds since 1970.
 */
export class SharedCounts {
  readonly #span: number
  readonly #process = randomUUID()
  readonly #windows = new Map<string, CountWindow>()
  #fresh = new Set<string>()
  /** Keys of the last exchange, which other processes may have counted since. */
  #shared: ReadonlySet<string> = new Set()

  constructor(span: number) {
    this.#span = span
  }

  /** Counts one more; the first `unshared` ones in a window are shared only with those that follow. */
  count(key: string, now: number, unshared = 0): Usage {
    const window = this.#getWindow(key, now)
    this.#windows.set(key, window)
    window.own += 1
    if (window.own > unshared) this.#fresh.add(key)
    return { count: window.own + window.others, endsAt: window.endsAt }
  }

  /** The usage without counting anything. */
  read(key: string, now: number): Usage {
    const { own, others, endsAt } = this.#getWindow(key, now)
    return { count: own + others, endsAt }
  }

  #getWindow(key: string, now: number): CountWindow {
    const window = this.#windows.get(key)
    // A window that ends later than a new one would was started before the clock was set back.
    const isRunning = window !== undefined && window.endsAt > now && window.endsAt <= now + this.#span
    return isRunning ? window : { own: 0, others: 0, endsAt: now + this.#span }
  }

  /**
   * Stores the counts since the last exchange, and reads the counts of other processes for these keys and for the keys
   * of the last exchange. Returns whether another exchange is needed.
   */
  async exchange(db: Queryable, now: number): Promise<boolean> {
    const fresh = this.#fresh
    this.#fresh = new Set()
    try {
      const keys = [...fresh.union(this.#shared)].toSorted()
      for (let start = 0; start < keys.length; start += batchSize) {
        await this.#exchangeSome(db, keys.slice(start, start + batchSize), now)
      }
      this.#shared = fresh
      return fresh.size > 0
    } catch (error) {
      for (const key of fresh) this.#fresh.add(key)
      throw error
    }
  }

  /** Deletes expired windows, here and in the database. */
  async purge(db: Queryable, now: number): Promise<void> {
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key)
    await db.delete(requestCounts).where(lt(requestCounts.endsAt, now - this.#span))
  }

  async #exchangeSome(db: Queryable, keys: readonly string[], now: number): Promise<void> {
    const rows = keys.flatMap((key) => {
      const window = this.#windows.get(key)
      return window ? [{ key, process: this.#process, count: window.own, endsAt: window.endsAt }] : []
    })
    if (rows.length === 0) return
    await db
      .insert(requestCounts)
      .values(rows)
      .onConflictDoUpdate({
        target: [requestCounts.key, requestCounts.process],
        set: { count: sql`excluded.count`, endsAt: sql`excluded.ends_at` },
      })
    const otherCounts = await db
      .select({ key: requestCounts.key, count: requestCounts.count, endsAt: requestCounts.endsAt })
      .from(requestCounts)
      .where(
        and(
          inArray(requestCounts.key, [...keys]),
          ne(requestCounts.process, this.#process),
          gt(requestCounts.endsAt, now),
        ),
      )
    const byKey = Map.groupBy(otherCounts, ({ key }) => key)
    for (const key of keys) this.#include(key, byKey.get(key) ?? [])
  }

  #include(key: string, counts: readonly Usage[]): void {
    const window = this.#windows.get(key)
    if (window === undefined) return
    window.others = counts.reduce((sum, { count }) => sum + count, 0)
    window.endsAt = Math.min(window.endsAt, ...counts.map(({ endsAt }) => endsAt))
  }
}
