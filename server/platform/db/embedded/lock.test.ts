import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '#server/cli/temporary-folder.mjs'
import { withLock } from './lock.ts'

const file = join(makeTemporaryFolder('hindsight-lock-'), 'start.lock')

test('runs one at a time and returns the result', async () => {
  let inside = 0
  const enter = () =>
    withLock(file, async () => {
      inside++
      await new Promise((resolve) => setImmediate(resolve))
      return inside--
    })
  expect(await Promise.all(Array.from({ length: 20 }, enter))).toEqual(Array(20).fill(1))
})

test('reports after the timeout that another process holds it', async () => {
  await withLock(file, async () => {
    await expect(withLock(file, async () => 'in', { timeout: 0 })).rejects.toThrow(
      `Another process is still starting or stopping the database after 0 s (it holds ${file}).`,
    )
  })
})
