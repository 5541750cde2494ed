import { createHash, type Hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two attempts to delete the parts of a failed upload, and their number. */
const discardEveryMs = 5_000
const discardAttempts = 120

type FileStore = {
  /** Stores the chunks and returns their size in bytes. */
  readonly store: (chunks: AsyncIterable<Uint8Array>) => Promise<number>
  /** Deletes what was stored. */
  readonly discard: () => Promise<void>
}

/** Stores a file while it arrives. The parts of an upload that fails are deleted. Throws what `store` throws. */
export async function receiveFile(
  chunks: AsyncIterable<Uint8Array>,
  { store, discard }: FileStore,
): Promise<{ readonly size: number; readonly digest: string }> {
  const hash = createHash('sha256')
  try {
    const size = await store(hashWhileReading(chunks, hash))
    return { size, digest: hash.digest('hex') }
  } catch (error) {
    await discard().catch(() => void discardLater(discard))
    throw error
  }
}

/** Deletes the parts of a failed upload as soon as the database takes writes; if never, the hourly purge does. */
async function discardLater(discard: FileStore['discard']): Promise<void> {
  for (let attempt = 0; attempt < discardAttempts; attempt += 1) {
    await sleep(discardEveryMs, undefined, { ref: false })
    const isDone = await discard().then(
      () => true,
      () => false,
    )
    if (isDone) return
  }
}

async function* hashWhileReading(chunks: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}
