import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { fromWebRequest } from '#server/platform/http/api-request.ts'
import { inPageTurn } from './page-turn.ts'

provideTestRuntime()

/** Starts a page of one caller that takes some milliseconds of the fake time. */
function startPage(milliseconds: number, begun: string[], name: string): Promise<void> {
  const response = new EventEmitter() as ServerResponse
  return inPageTurn(fromWebRequest(new Request('http://127.0.0.1/')), response, async () => {
    begun.push(name)
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    response.emit('close')
  })
}

test('between two pages of one caller the thread is free for as long as the first one took', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const begun: string[] = []
  const first = startPage(40, begun, 'first')
  const second = startPage(40, begun, 'second')
  await vi.advanceTimersByTimeAsync(79)
  expect(begun).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['first', 'second'])
  await vi.advanceTimersByTimeAsync(500)
  await Promise.all([first, second])
})

test('a page that waits for long keeps the next one of its caller from starting for a second and a rest', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const begun: string[] = []
  const first = startPage(9_000, begun, 'first')
  const second = startPage(1, begun, 'second')
  await vi.advanceTimersByTimeAsync(1_249)
  expect(begun).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['first', 'second'])
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all([first, second])
})

test('a caller with more waiting pages than a person opens rests three times as long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const begun: string[] = []
  const pages = ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => startPage(40, begun, name))
  await vi.advanceTimersByTimeAsync(159)
  expect(begun).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['first', 'second'])
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all(pages)
})

test('a page too many is rejected after a second, so that its caller takes little of the thread', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const begun: string[] = []
  const pages = Array.from({ length: 51 }, (_, n) => startPage(1, begun, String(n)))
  let rejection: unknown
  startPage(1, begun, 'too many').catch((error) => (rejection = error))
  await vi.advanceTimersByTimeAsync(999)
  expect(rejection).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(rejection).toMatchObject({ code: 'unavailable' })
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all(pages)
  expect(begun).not.toContain('too many')
})
