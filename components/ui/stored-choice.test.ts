import { expect, test, vi } from 'vitest'
import { readChoice, storeChoice } from './stored-choice.ts'

function storeUnderProtocol(protocol: string): string {
  const document = { cookie: '' }
  vi.stubGlobal('window', { location: { protocol } })
  vi.stubGlobal('document', document)
  storeChoice('nav', 'rail')
  return document.cookie
}
const createCookies = (cookie: string) => {
  const [name, value = ''] = cookie.split(';', 1)[0]?.split('=') ?? []
  return { get: (requested: string) => (requested === name ? { value } : undefined) }
}

test('over TLS the cookie is bound to this host', () => {
  const cookie = storeUnderProtocol('https:')
  expect(cookie).toBe('__Host-hindsight-nav=rail; path=/; max-age=31536000; samesite=lax; secure')
  expect(readChoice(createCookies(cookie), 'nav')).toBe('rail')
})

test('without TLS, where browsers reject the prefix, the cookie is a plain one', () => {
  const cookie = storeUnderProtocol('http:')
  expect(cookie).toBe('hindsight-nav=rail; path=/; max-age=31536000; samesite=lax')
  expect(readChoice(createCookies(cookie), 'nav')).toBe('rail')
  expect(readChoice(createCookies(cookie), 'filter-language')).toBeUndefined()
})
