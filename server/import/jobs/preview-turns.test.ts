import { expect, test } from 'vitest'
import { inPreviewTurn } from './preview-draft.ts'

const never = new AbortController().signal

/** A preview that runs until it is ended. */
function preview(caller: string, waitMs?: number) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const began = Promise.withResolvers<void>()
  const work = () => {
    began.resolve()
    return promise
  }
  return { done: inPreviewTurn(caller, never, work, waitMs), began: began.promise, end: resolve, fail: reject }
}

test('one caller with many slow previews leaves a turn to another', async () => {
  const many = [preview('many'), preview('many'), preview('many')]
  await many[0]?.began
  const other = preview('other')
  await other.began
  other.end('done')
  expect(await other.done).toBe('done')
  many[0]?.fail(new Error('broken'))
  await expect(many[0]?.done).rejects.toThrow('broken')
  await many[1]?.began
  for (const one of many) one.end('done')
  expect(await Promise.all([many[1]?.done, many[2]?.done])).toEqual(['done', 'done'])
})

test('two run at a time; one that waits too long is rejected as 503', async () => {
  const running = [preview('a'), preview('b')]
  await Promise.all(running.map(({ began }) => began))
  await expect(preview('c', 1).done).rejects.toMatchObject({ code: 'unavailable' })
  for (const one of running) one.end('done')
  await Promise.all(running.map(({ done }) => done))
  expect(await inPreviewTurn('c', never, async () => 'next')).toBe('next')
})
