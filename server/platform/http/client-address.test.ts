import { afterEach, expect, it } from 'vitest'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { clientAddressOf } from './client-address.ts'

afterEach(() => setRuntime(undefined))

/** Whom a request is taken to come from, on a socket of 192.0.2.1. */
function addressOf(forwarded: string | null, trustProxy: boolean): string {
  setTestRuntime({ ...createDatabase('postgres://nowhere/none'), url: '', drop: async () => {} })
  const runtime = getRuntime()
  setRuntime({ ...runtime, env: { ...runtime.env, trustProxy } })
  const headers = new Headers(forwarded === null ? {} : { 'X-Forwarded-For': forwarded })
  return clientAddressOf({ headers, socketAddress: '192.0.2.1' })
}

it.each(['198.51.100.7', '198.51.100.7, 203.0.113.9', ''])('takes no caller at their word: %j', (forwarded) => {
  expect(addressOf(forwarded, false)).toBe('192.0.2.1')
})

it('takes the word of the proxy, which comes last, not what the caller put before it', () => {
  expect(addressOf('198.51.100.7, 203.0.113.9', true)).toBe('203.0.113.9')
  expect(addressOf(null, true)).toBe('192.0.2.1')
})
