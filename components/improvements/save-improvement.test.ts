import { afterEach, expect, test, vi } from 'vitest'
import { saveImprovement } from './save-improvement.ts'

afterEach(() => vi.unstubAllGlobals())

test('sends an edit with keepalive and the version that was read', async () => {
  const stored = { id: 'imp_1', updated_at: '2026-03-10T12:00:00.000Z' }
  const send = vi.fn(async (..._sent: Parameters<typeof fetch>) => Response.json(stored, { headers: { ETag: '"v3"' } }))
  vi.stubGlobal('fetch', send)
  await saveImprovement('imp_1', stored.updated_at, { status: 'in_progress' })
  const [read, write] = send.mock.calls.map(([, init]) => init)
  expect(read).toMatchObject({ method: 'GET' })
  expect(write).toMatchObject({ method: 'PATCH', keepalive: true, body: '{"status":"in_progress"}' })
  expect(new Headers(write?.headers).get('if-match')).toBe('"v3"')
})
