import { runFuzz } from '#e2e/lab/fuzz/run-fuzz.ts'
import { withOwnServer } from '#e2e/support/own-server.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { expect, test } from './call-api.ts'

/** Number of requests; `npm run prove -- handle-every-input` sends more, others each time. */
const fewRequests = 200
const requests = runs(fewRequests)
const seed = requests > fewRequests ? Date.now() % 2 ** 31 : 20_261_120

test('no input causes a 5xx, and every response matches the description and its ETag', async ({ world }) => {
  test.setTimeout(runs(360_000))
  const report = await withOwnServer(world, (own) => runFuzz(own, requests, seed))
  expect(report.faults.slice(0, 20).join('\n\n'), `seed ${seed}`).toBe('')
  expect(report.requests).toBeGreaterThanOrEqual(requests)
  expect(Object.keys(report.statuses)).toEqual(expect.arrayContaining(['200', '201', '400', '404']))
})
