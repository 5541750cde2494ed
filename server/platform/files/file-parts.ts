import { createHash, type Hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { FairQueue } from '#server/platform/limits/fair-queue.ts'
import { processWide } from '#server/platform/process/process-wide.ts'

export const partBytes = 1 << 20

/** Stores one part of each caller at a time, so that the others wait for space without a connection. */
const partQueue = () =>
  processWide('queue of parts', () => {
    return new FairQueue({ atOnce: Number.POSITIVE_INFINITY, perCaller: 1, waiting: Number.POSITIVE_INFINITY })
  })

/** One part of a file; its ordinal counts from 0. */
type FilePart = { readonly ordinal: number; readonly content: Buffer }

/** Stores a file while it arrives, in parts of about 1 MB with a transaction each, and returns its bytes. */
export async function storeParts(
  db: Queryable,
  caller: string,
  chunks: AsyncIterable<Uint8Array>,
  insert: (tx: Transaction, part: FilePart) => Promise<void>,
): Promise<number> {
  let waiting = [] as Uint8Array[]
  let length = 0
  let size = 0
  let ordinal = 0
  const store = async () => {
    const part = { ordinal, content: Buffer.concat(waiting) }
    const insertPart = () => transact(db, (tx) => insert(tx, part))
    await ('rollback' in db ? insertPart() : partQueue().run(caller, insertPart))
    ;[waiting, length, ordinal] = [[], 0, ordinal + 1]
  }
  for await (const chunk of chunks) {
    waiting.push(chunk)
    length += chunk.byteLength
    size += chunk.byteLength
    if (length >= partBytes) await store()
  }
  if (length > 0) await store()
  return size
}

/** The parts of a stored file, one after the other; `read` returns the part with an ordinal. */
export async function* readFileParts(read: (ordinal: number) => Promise<Buffer | undefined>): AsyncGenerator<Buffer> {
  for (let ordinal = 0; ; ordinal++) {
    const content = await read(ordinal)
    if (content === undefined) return
    yield content
  }
}

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
export async function receiveFile(chunks: AsyncIterable<Uint8Array>, { store, discard }: FileStore) {
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
