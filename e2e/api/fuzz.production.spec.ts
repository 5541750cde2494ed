import { fuzzOwnServer } from '#e2e/lab/fuzz/fuzz-own-server.ts'
import { withOwnServer } from '../own-server.ts'
import { expect, test } from './call-api.ts'

/** `npm run prove` sends more: see `handle-every-input`. */
const requests = 800

test('no input causes a 5xx, every response matches the description, and responses agree', async ({ world }) => {
  test.slow()
  const options = { count: requests, seed: 20_261_120, isKeeping: false }
  const report = await withOwnServer(world, (own) => fuzzOwnServer(own, options))
  expect(report.faults.slice(0, 20).join('\n\n')).toBe('')
  expect(report.requests).toBeGreaterThanOrEqual(requests)
  expect(Object.keys(report.statuses)).toEqual(
    expect.arrayContaining(['200', '201', '400', '401', '403', '404', '405']),
  )
})
