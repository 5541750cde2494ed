import { LRUCache } from 'lru-cache'
import { currentSnapshot } from '#server/platform/db/snapshot.ts'
import type { Answer, EncodedAnswer } from '#server/platform/http/answer.ts'
import { processWide } from '#server/platform/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'

type Kept = { readonly snapshot: string; readonly answer: EncodedAnswer }

/** Bytes of all answers kept, and of what is made of them when they are compressed. */
const keptBytes = 8 * 1024 * 1024
/** Requests that are remembered as asked once; an answer is kept from the second time on. */
const rememberedRequests = 10_000

const state = () =>
  processWide('kept-answers', () => ({
    answers: new LRUCache<string, Kept>({
      maxSize: keptBytes,
      sizeCalculation: ({ answer }, key) => Math.ceil((answer.body?.length ?? 0) * 1.25) + key.length + 512,
    }),
    asked: new LRUCache<string, true>({ max: rememberedRequests }),
    running: new Map<string, Promise<EncodedAnswer>>(),
  }))

/**
 * The answer to a request that gets the same one whoever sends it and whenever, as long as no record changes: from
 * memory while the database shows that nothing was committed since it was made, else by `work`. The database is asked
 * after the request arrived, so it sees every write that was acknowledged before, by any process. Requests that see the
 * same snapshot share one run of `work`. What is asked for the first time costs nothing more than `work`; from the second
 * time on the body is given as bytes.
 */
export async function answerFromMemory(key: string, work: () => Promise<Answer>): Promise<EncodedAnswer> {
  const { answers, asked, running } = state()
  const kept = answers.get(key)
  if (kept === undefined && !asked.has(key)) {
    asked.set(key, true)
    return work()
  }
  const snapshot = await currentSnapshot(getRuntime().pool)
  if (snapshot === null) return work()
  const fresh = kept?.snapshot === snapshot ? kept : answers.get(key)
  if (fresh?.snapshot === snapshot) return fresh.answer
  const run = `${snapshot} ${key}`
  const shared = running.get(run)
  if (shared !== undefined) return shared
  const working = work().then(inBytes)
  running.set(run, working)
  try {
    const answer = await working
    // The snapshot was read before, so what the answer shows is of it or newer.
    answers.set(key, { snapshot, answer })
    return answer
  } finally {
    running.delete(run)
  }
}

const inBytes = (answer: Answer): EncodedAnswer => ({
  ...answer,
  body: answer.body === null ? null : Buffer.from(answer.body),
})
