import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const limits = { atOnce: 3, perCaller: 2, waiting: 4 }
const isPending = async (promise: Promise<unknown>) =>
  (await Promise.race([promise, Promise.resolve('pending')])) === 'pending'

test('a caller with many requests leaves a turn to another, who does not wait behind them', async () => {
  const turns = new FairQueue(limits)
  const running = await Promise.all([turns.take('many'), turns.take('many')])
  const waiting = turns.take('many')
  expect(await isPending(waiting)).toBe(true)
  expect(await turns.take('other')).toBeTypeOf('function')
  running[0]?.()
  expect(await waiting).toBeTypeOf('function')
})

test('a caller runs less while another comes too, until that one is silent', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const turns = new FairQueue({ ...limits, perCallerAmongOthers: 1 })
  const end = await turns.take('many')
  await turns.take('other')
  const second = turns.take('many')
  expect(await isPending(second)).toBe(true)
  vi.advanceTimersByTime(1_000)
  const third = turns.take('many')
  end?.()
  expect(await second).toBeTypeOf('function')
  expect(await third).toBeTypeOf('function')
})

test('a caller is alone again with what waits, once the other one is silent', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const turns = new FairQueue({ ...limits, perCallerAmongOthers: 1 })
  const end = await turns.take('many')
  const waiting = [turns.take('many'), turns.take('many')]
  await turns.take('other')
  vi.advanceTimersByTime(1_000)
  end?.()
  for (const one of waiting) expect(await one).toBeTypeOf('function')
})

test('a caller rests after a turn for as long as it is asked to, and others start meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const seen: object[] = []
  const pauseAfter = (turn: object) => seen.push(turn) && 30
  const turns = new FairQueue({ atOnce: 1, perCaller: 1, waiting: 4, pauseAfter })
  const end = await turns.take('many')
  const second = turns.take('many')
  const other = turns.take('other')
  vi.advanceTimersByTime(40)
  end?.()
  expect(seen).toEqual([{ durationMs: 40, waiting: 1, isAlone: false }])
  const endOther = await other
  endOther?.()
  vi.advanceTimersByTime(29)
  expect(await isPending(second)).toBe(true)
  vi.advanceTimersByTime(1)
  expect(await second).toBeTypeOf('function')
})

test('what is too many is rejected with 503 and Retry-After', async () => {
  const turns = new FairQueue(limits)
  const taken = Array.from({ length: 6 }, () => turns.take('many'))
  await expect(turns.take('many')).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'Retry-After': '1' },
  })
  await expect(taken[0]).resolves.toBeTypeOf('function')
})

test('who leaves while waiting takes no turn, and a turn ends once', async () => {
  const turns = new FairQueue({ atOnce: 1, perCaller: 1, waiting: 4 })
  const end = await turns.take('a')
  const left = new AbortController()
  const leaving = turns.take('b', { signal: left.signal })
  const staying = turns.take('c')
  left.abort()
  expect(await leaving).toBeUndefined()
  end?.()
  end?.()
  expect(await staying).toBeTypeOf('function')
  expect(await isPending(turns.take('d'))).toBe(true)
})

test('whatever the order of arrivals and ends, no limit is exceeded and everybody gets a turn', async () => {
  const step = fc.record({ caller: fc.constantFrom('a', 'b', 'c'), isEnd: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const turns = new FairQueue({ ...limits, waiting: 100 })
      const running: { caller: string; end: () => void }[] = []
      let arrived = 0
      let served = 0
      const endOne = () => running.shift()?.end()
      for (const { caller, isEnd } of steps) {
        if (isEnd) endOne()
        else {
          arrived += 1
          turns.take(caller).then((end) => {
            served += 1
            if (end) running.push({ caller, end })
          })
        }
        await new Promise(setImmediate)
        expect(running.length).toBeLessThanOrEqual(limits.atOnce)
        for (const one of 'abc')
          expect(running.filter((other) => other.caller === one).length).toBeLessThanOrEqual(limits.perCaller)
      }
      while (running.length > 0) {
        endOne()
        await new Promise(setImmediate)
      }
      expect(served).toBe(arrived)
    }),
  )
})
