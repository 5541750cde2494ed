import type { Pool } from 'pg'

/** The pool itself with another count of who waits: an object made from it would keep connections for itself. */
export const withWaiting = (pool: Pool, waitingCount: number): Pool =>
  new Proxy(pool, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name === 'waitingCount') return waitingCount
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
