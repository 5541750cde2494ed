import { expect, test } from 'vitest'
import { createTurns } from './preview-turns.ts'

test('two run at a time, the others in their order', async () => {
  const inTurn = createTurns({ atOnce: 2, maxWaitMs: 60_000 })
  const begun: string[] = []
  const runs = ['a', 'b', 'c', 'd'].map((name) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const done = inTurn(() => {
      begun.push(name)
      return promise
    })
    return { done, resolve, reject }
  })
  const [a, b, c, d] = runs
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b'])
  b?.reject(new Error('broken'))
  await expect(b?.done).rejects.toThrow('broken')
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const run of [a, c, d]) run?.resolve('done')
  expect(await Promise.all([a?.done, c?.done, d?.done])).toEqual(['done', 'done', 'done'])
  expect(await inTurn(async () => 'next')).toBe('next')
})

test('one that waits too long is rejected as 503', async () => {
  const inTurn = createTurns({ atOnce: 1, maxWaitMs: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = inTurn(() => promise)
  await expect(inTurn(async () => 'never')).rejects.toMatchObject({ code: 'unavailable' })
  resolve()
  await first
  expect(await inTurn(async () => 'next')).toBe('next')
})
