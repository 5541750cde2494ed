import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeError } from '#server/platform/describe-error.ts'

const busyCode = 5

/**
 * Runs `body` while no other process on this machine does so with the same file. The lock is the operating system's (an
 * exclusive transaction of SQLite, which Node includes): it ends with its process, so there are no stale locks.
 */
export async function withLock<Result>(
  file: string,
  body: () => Promise<Result>,
  { timeout = 300_000 }: { timeout?: number } = {},
): Promise<Result> {
  const deadline = Date.now() + timeout
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    while (!tryLock(lock, file)) {
      if (Date.now() > deadline) {
        throw new Error(
          `Another process is still starting or stopping the database after ${timeout / 1000} s (it holds ${file}).`,
        )
      }
      await sleep(10 + Math.random() * 20)
    }
    return await body()
  } finally {
    lock.close()
  }
}

function tryLock(lock: DatabaseSync, file: string): boolean {
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busyCode) return false
    throw new Error(`${file} cannot be locked: ${describeError(error)}.`, { cause: error })
  }
}
