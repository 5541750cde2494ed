import { afterEach, expect, test, vi } from 'vitest'
import { editImprovement } from '#lib/contracts/routes.ts'
import { callEndpoint } from './call-endpoint.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a short save outlives its page if requested', 'Short', { keepalive: true }, true],
  ['other requests do not', 'Short', {}, undefined],
  ['a save that is too long for browsers does not', 'x'.repeat(15_000), { keepalive: true }, undefined],
])('%s', async (_, description, options, isKeptAlive) => {
  const send = vi.fn(async (..._sent: Parameters<typeof fetch>) => Response.json({}))
  vi.stubGlobal('fetch', send)
  await callEndpoint(editImprovement, { params: { id: 'imp_1' }, body: { description } }, options)
  expect(send).toHaveBeenCalledWith(
    '/api/app/v1/improvements/imp_1',
    expect.objectContaining({ method: 'PATCH', body: JSON.stringify({ description }) }),
  )
  expect(send.mock.calls[0]?.[1]?.keepalive).toBe(isKeptAlive)
})
