import { afterEach, expect, test, vi } from 'vitest'
import { keepChoice, keptChoice } from './kept-choice.ts'

afterEach(() => vi.unstubAllGlobals())

function keepOver(protocol: string): string {
  const document = { cookie: '' }
  vi.stubGlobal('window', { location: { protocol } })
  vi.stubGlobal('document', document)
  keepChoice('hindsight-nav', 'rail')
  return document.cookie
}
const jarOf = (cookie: string) => {
  const [name, value = ''] = cookie.split(';', 1)[0]?.split('=') ?? []
  return { get: (asked: string) => (asked === name ? { value } : undefined) }
}

test('over TLS a choice is kept for this host alone', () => {
  const cookie = keepOver('https:')
  expect(cookie).toBe('__Host-hindsight-nav=rail; path=/; max-age=31536000; samesite=lax; secure')
  expect(keptChoice(jarOf(cookie), 'hindsight-nav')).toBe('rail')
})

test('without TLS a browser takes no such cookie, so it is a plain one', () => {
  const cookie = keepOver('http:')
  expect(cookie).toBe('hindsight-nav=rail; path=/; max-age=31536000; samesite=lax')
  expect(keptChoice(jarOf(cookie), 'hindsight-nav')).toBe('rail')
  expect(keptChoice(jarOf(cookie), 'hindsight-zone')).toBeUndefined()
})
