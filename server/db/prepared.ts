import type { Queryable } from './client.ts'

/**
 * A query whose SQL is built once for a database instead of once for each call. In a transaction, which is a session
 * of its own, it is built anew.
 */
export function prepareOnce<Prepared>(build: (db: Queryable) => Prepared): (db: Queryable) => Prepared {
  const built = new WeakMap<Queryable, Prepared>()
  return (db) => {
    const known = built.get(db)
    if (known !== undefined) return known
    const prepared = build(db)
    built.set(db, prepared)
    return prepared
  }
}
