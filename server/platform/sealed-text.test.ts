import { describe, expect, test } from 'vitest'
import { markText, openText, sealText } from './sealed-text.ts'

const secret = 'the secret of the service'

describe('sealText and openText', () => {
  test.each(['', 'a', '{"secret":"hindsight_itsm_…"}', 'ä'.repeat(10_000)])('return the original text', (text) => {
    expect(openText(sealText(text, secret), [secret])).toBe(text)
  })

  test('reveal neither the text nor whether two texts are equal', () => {
    const first = sealText('a password', secret)
    const second = sealText('a password', secret)
    expect(first).not.toBe(second)
    expect(Buffer.from(first, 'base64').toString('latin1')).not.toContain('a password')
  })

  test('read text sealed with a previous secret', () => {
    expect(openText(sealText('a password', secret), ['the secret of now', secret])).toBe('a password')
  })

  test('reject text sealed with another secret and text that was changed', () => {
    const sealed = sealText('a password', secret)
    expect(() => openText(sealed, ['another secret'])).toThrow()
    const bytes = Buffer.from(sealed, 'base64')
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    expect(() => openText(bytes.toString('base64'), [secret])).toThrow()
  })
})

test('markText is equal only for the same text and secret', () => {
  expect(markText('a', secret)).toBe(markText('a', secret))
  expect(new Set([markText('a', secret), markText('b', secret), markText('a', 'another secret')]).size).toBe(3)
})
