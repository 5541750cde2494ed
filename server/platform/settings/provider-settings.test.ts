import { describe, expect, test } from 'vitest'
import { readEnv } from '#server/platform/env.ts'
import { defaultSettings } from './current-settings.ts'
import { chooseRole, parseRoleMap, toProvider } from './provider-settings.ts'

const required = {
  HINDSIGHT_PUBLIC_URL: 'https://hindsight.example.org',
  HINDSIGHT_OIDC_ISSUER: 'https://login.example.org/realm',
  HINDSIGHT_OIDC_CLIENT_ID: 'hindsight',
  HINDSIGHT_OIDC_CLIENT_SECRET: 'a secret between the two',
  HINDSIGHT_OIDC_DEFAULT_ROLE: 'viewer',
}
const readSettings = (env: Record<string, string>) => {
  const provider = toProvider({ ...defaultSettings, ...readEnv({ ...required, ...env }).settings })
  if (!provider) throw new Error('There is no provider.')
  return provider
}

describe('the settings of a provider', () => {
  test.each(['HINDSIGHT_PUBLIC_URL', 'HINDSIGHT_OIDC_CLIENT_ID', 'HINDSIGHT_OIDC_CLIENT_SECRET'])('need %s', (name) => {
    expect(() => readEnv({ ...required, [name]: '' })).toThrow(name)
  })

  test('need TLS, except on this machine', () => {
    expect(() => readSettings({ HINDSIGHT_OIDC_ISSUER: 'http://login.example.org' })).toThrow(/https/)
    expect(readSettings({ HINDSIGHT_OIDC_ISSUER: 'http://127.0.0.1:4000' }).issuer).toBe('http://127.0.0.1:4000')
  })
})

test('passwords can be disabled only with a provider', () => {
  expect(readEnv({}).arePasswordsOn).toBe(true)
  expect(() => readEnv({ HINDSIGHT_PASSWORDS: 'off' })).toThrow(/HINDSIGHT_PASSWORDS/)
  expect(readEnv({ ...required, HINDSIGHT_PASSWORDS: 'off' }).arePasswordsOn).toBe(false)
})

describe('the role of claims', () => {
  const map = 'staff=viewer; cn=reviewers,dc=example=reviewer;admins = admin'
  const chooseRoleWith = (claims: Record<string, unknown>, env: Record<string, string> = {}) =>
    chooseRole(claims, readSettings({ HINDSIGHT_OIDC_ROLE_MAP: map, HINDSIGHT_OIDC_DEFAULT_ROLE: '', ...env }))

  test('is the highest one on the allow-list', () => {
    expect(parseRoleMap(map).size).toBe(3)
    expect(chooseRoleWith({ roles: ['staff', 'admins', 'others'] })).toBe('admin')
    expect(chooseRoleWith({ roles: 'staff' })).toBe('viewer')
    expect(chooseRoleWith({ roles: ['cn=reviewers,dc=example'] })).toBe('reviewer')
  })

  test.each([
    {},
    { roles: [] },
    { roles: ['admin'] },
    { roles: 'ADMINS' },
    { roles: 'staff,admins' },
    { roles: [['admins']] },
    { roles: { admins: true } },
    { roles: null },
    { roles: ['__proto__', 'constructor'] },
  ])('is undefined or the default for %j', (claims) => {
    expect(chooseRoleWith(claims)).toBeNull()
    expect(chooseRoleWith(claims, { HINDSIGHT_OIDC_DEFAULT_ROLE: 'viewer' })).toBe('viewer')
  })

  test.each(['constructor.name', 'realm_access.constructor.name'])('ignores the inherited property %s', (path) => {
    const env = { HINDSIGHT_OIDC_ROLE_CLAIM: path, HINDSIGHT_OIDC_ROLE_MAP: 'Object=admin' }
    expect(chooseRoleWith({ realm_access: { roles: ['staff'] } }, env)).toBeNull()
  })
})
