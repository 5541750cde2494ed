import { afterEach, expect, test } from 'vitest'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { getClientIpAddress } from './api-request.ts'

afterEach(() => setRuntime(undefined))

/** The client's IP address of a request on a socket of 192.0.2.1. */
function readIpAddress(forwarded: string | null, trustProxy: boolean): string {
  setTestRuntime({ ...createDatabase('postgres://nowhere/none'), url: '', drop: async () => {} })
  const runtime = getRuntime()
  setRuntime({ ...runtime, env: { ...runtime.env, trustProxy } })
  const headers = new Headers(forwarded === null ? {} : { 'X-Forwarded-For': forwarded })
  return getClientIpAddress({ headers, socketAddress: '192.0.2.1' })
}

test.each(['198.51.100.7', '198.51.100.7, 203.0.113.9', ''])(
  'ignores the header without a trusted proxy: %j',
  (forwarded) => {
    expect(readIpAddress(forwarded, false)).toBe('192.0.2.1')
  },
)

test('uses the last entry, which the proxy added', () => {
  expect(readIpAddress('198.51.100.7, 203.0.113.9', true)).toBe('203.0.113.9')
  expect(readIpAddress(null, true)).toBe('192.0.2.1')
})
