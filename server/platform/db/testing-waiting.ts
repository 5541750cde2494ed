import type { Pool } from 'pg'

/** The pool with another count of waiting requests; a copy would keep connections of its own. */
export const withWaiting = (pool: Pool, waitingCount: number): Pool =>
  new Proxy(pool, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name === 'waitingCount') return waitingCount
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
