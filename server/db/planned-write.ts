import { sql } from 'drizzle-orm'
import type { WithSubquery } from 'drizzle-orm/subquery'
import type { Queryable } from './client.ts'
import { foldNowAndThen } from './list-version.ts'
import type { ListName } from './schema/lists.ts'
import { runShaped, type Shape } from './statement.ts'
import { retryConflicts } from './transaction.ts'

/**
 * A write of which everything is known before the database is asked, what it is answered with included. It is parts of a
 * statement, so that a condition can go before them and all is still one round trip and one transaction.
 */
export type PlannedWrite = {
  readonly shape: Shape
  /** The list that it writes. */
  readonly list: ListName
  /** What it writes: each part if `cause`, the part that is the condition, gives a row. */
  parts(db: Queryable, cause: WithSubquery): readonly WithSubquery[]
}

/** A part of a statement that gives one row where what depends on it is to be done. Its placeholders are its own. */
export type Condition = {
  readonly shape: Shape
  part(db: Queryable): WithSubquery
}

/** Does a planned write, or nothing more than the condition, where the condition holds; tells whether it did. */
export async function writeIf(db: Queryable, condition: Condition, write?: PlannedWrite): Promise<boolean> {
  const key = `${condition.shape.key}${write ? `, then ${write.shape.key}` : ''}`
  const shape = { key, values: { ...condition.shape.values, ...write?.shape.values } }
  const build = () => {
    const cause = condition.part(db)
    const fields = { isDone: sql<boolean>`true` }
    const parts = write?.parts(db, cause) ?? []
    return {
      query: db
        .with(cause, ...parts)
        .select(fields)
        .from(cause),
      fields,
    }
  }
  const done = await retryConflicts(db, () => runShaped(db, shape, build))
  if (done.length === 0) return false
  if (write) await foldNowAndThen(db, write.list)
  return true
}

const always: Condition = {
  shape: { key: 'always', values: {} },
  part: (db) => db.$with('always').as(db.select({ one: sql`1`.as('one') }).from(sql`(select) as nothing`)),
}

/** Does a planned write. */
export async function perform(db: Queryable, write: PlannedWrite): Promise<void> {
  await writeIf(db, always, write)
}
