import { expect, it } from 'vitest'
import { restartPolicy } from './restart-policy.ts'

it('waits longer for each end that follows soon, and gives up at the sixth', () => {
  const pauseAfter = restartPolicy()
  expect([1, 2, 3, 4, 5, 6].map(() => pauseAfter(0, 50))).toEqual([100, 200, 400, 800, 1600, null])
})

it('begins anew with a worker that had lived for a while', () => {
  const pauseAfter = restartPolicy()
  const soon = () => pauseAfter(0, 50)
  expect([soon(), soon(), pauseAfter(0, 60_000), soon()]).toEqual([100, 200, 100, 200])
})
