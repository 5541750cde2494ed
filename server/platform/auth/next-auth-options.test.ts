import { expect, test } from 'vitest'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { buildNextAuthOptions } from './next-auth-options.ts'

provideTestRuntime()

const optionsAt = (publicUrl: string) => {
  const runtime = getRuntime()
  setRuntime({ ...runtime, env: { ...runtime.env, settings: { public_url: publicUrl } } })
  return buildNextAuthOptions({ ipAddress: '192.0.2.1', headers: new Headers() })
}
const own = 'https://hindsight.example'

test.each([
  ['/changes?page=2', `${own}/changes?page=2`],
  [`${own}/changes`, `${own}/changes`],
  ['https://evil.example/changes', own],
  ['//evil.example', own],
  ['/\\evil.example', own],
  [`${own}.evil.example/`, own],
  [`${own}@evil.example/`, own],
  ['http://hindsight.example/changes', own],
  ['javascript:alert(1)', own],
  ['http://[', own],
])('the return URL %s leads to %s', async (url, expected) => {
  expect(await optionsAt(own).callbacks?.redirect?.({ url, baseUrl: own })).toBe(expected)
})

test.each([
  [own, true, /^__Host-hindsight\./],
  ['http://hindsight.example', false, /^hindsight\./],
])('cookies of the sign-in at %s are inaccessible to scripts and other sites', (publicUrl, secure, named) => {
  const cookies = Object.values(optionsAt(publicUrl).cookies ?? {})
  expect(cookies).toHaveLength(6)
  for (const { name, options } of cookies) {
    expect(name).toMatch(named)
    expect(options).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/', secure })
    expect(options.domain).toBeUndefined()
  }
})
