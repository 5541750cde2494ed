import { expect, test } from 'vitest'
import { createQuietLog } from './quiet-log.ts'

test('passes the same message on once per interval, from any queue', () => {
  const passed: string[] = []
  let at = 0
  const complain = createQuietLog(
    ({ message }) => passed.push(message),
    1_000,
    () => at,
  )
  const say = (message: string) => complain(new Error(message))
  say('gone (Queue: a, Worker: 1)')
  say('gone (Queue: b, Worker: 2)')
  say('other')
  at = 999
  say('gone (Queue: a, Worker: 1)')
  at = 1_000
  say('gone (Queue: c, Worker: 3)')
  expect(passed).toEqual(['gone (Queue: a, Worker: 1)', 'other', 'gone (Queue: c, Worker: 3)'])
})
