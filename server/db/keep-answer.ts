import { LRUCache } from 'lru-cache'
import { Pool } from 'pg'
import { processWideFor } from '#server/process-wide.ts'
import type { Queryable } from './client.ts'
import { readListsTag } from './list-version.ts'
import type { ListName } from './schema/lists.ts'

type KeptAnswer = { readonly tag: string; readonly made: Promise<unknown> }

/** Answers that are kept for a database: those asked for last. */
const most = 300

const answersOf = (pool: Pool) =>
  processWideFor('database-answers', pool, () => new LRUCache<string, KeptAnswer>({ max: most }))

/**
 * What `make` reads of these lists, read again only once one of them was written. `key` tells all that the answer depends
 * on beside them, the day included. Whoever asks meanwhile waits for the same one. `use` reads what belongs to it: it is
 * kept apart from what is written in between, since the version is looked at before the first and after the last.
 * Inside a transaction nothing is kept. The answer is shared: it must not be altered.
 */
export async function keepAnswer<Made, Answer = Made>(
  db: Queryable,
  lists: readonly ListName[],
  key: string,
  make: () => Promise<Made>,
  use: (made: Made) => Promise<Answer> = (made) => Promise.resolve(made as unknown as Answer),
): Promise<Answer> {
  const pool = '$client' in db && db.$client instanceof Pool ? db.$client : undefined
  if (pool === undefined || !('$client' in db)) return use(await make())
  const answers = answersOf(pool)
  for (let attempt = 0; ; attempt += 1) {
    const tag = await readListsTag(db, lists)
    if (tag === null) return use(await make())
    const known = answers.get(key)
    const kept = known?.tag === tag ? known : { tag, made: make() }
    if (kept !== known) {
      answers.set(key, kept)
      kept.made.catch(() => answers.delete(key))
    }
    const answer = await use((await kept.made) as Made)
    if (attempt === lastAttempt || tag === (await readListsTag(db, lists))) return answer
    answers.delete(key)
  }
}

/** A list that is written all the time gets an answer as it would without this. */
const lastAttempt = 2
