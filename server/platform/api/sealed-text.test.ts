import { describe, expect, it } from 'vitest'
import { markText, openText, sealText } from './sealed-text.ts'

const secret = 'the secret of the service'

describe('sealText and openText', () => {
  it.each(['', 'a', '{"secret":"hindsight_itsm_…"}', 'ä'.repeat(10_000)])('give the text back', (text) => {
    expect(openText(sealText(text, secret), [secret])).toBe(text)
  })

  it('show neither the text nor that two are alike', () => {
    const [first, second] = [sealText('a password', secret), sealText('a password', secret)]
    expect(first).not.toBe(second)
    expect(Buffer.from(first, 'base64').toString('latin1')).not.toContain('a password')
  })

  it('still read what was sealed with the secret before', () => {
    expect(openText(sealText('a password', secret), ['the secret of now', secret])).toBe('a password')
  })

  it('refuse what was sealed with another secret or was changed', () => {
    const sealed = sealText('a password', secret)
    expect(() => openText(sealed, ['another secret'])).toThrow()
    const bytes = Buffer.from(sealed, 'base64')
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    expect(() => openText(bytes.toString('base64'), [secret])).toThrow()
  })
})

describe('markText', () => {
  it('is the same for the same text and secret only', () => {
    expect(markText('a', secret)).toBe(markText('a', secret))
    expect(new Set([markText('a', secret), markText('b', secret), markText('a', 'another secret')]).size).toBe(3)
  })
})
