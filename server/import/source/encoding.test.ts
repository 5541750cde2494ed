import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { temporaryFile } from '../testing.ts'
import { detectEncoding, readDecoded } from './encoding.ts'

const text = 'name,city\nJørgen Ålborg,Århus – “Nord”\n'

test.each([
  ['utf-8', Buffer.from(text)],
  ['utf-8', iconv.encode(text, 'utf-8', { addBOM: true })],
  ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: true })],
  ['utf-16be', iconv.encode(text, 'utf-16be', { addBOM: true })],
  ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: false })],
  ['utf-16be', iconv.encode(text, 'utf-16be', { addBOM: false })],
  ['windows-1252', iconv.encode(text, 'windows-1252')],
])('detects %s', async (name, bytes) => {
  const path = await temporaryFile('people.csv', bytes)
  const encoding = await detectEncoding(path)
  expect(encoding.name).toBe(name)
  expect((await Array.fromAsync(readDecoded(path, encoding))).join('')).toBe(text)
})

test('a character far down the file counts, and one truncated at its end does not', async () => {
  const late = Buffer.concat([Buffer.alloc(600_000, 'a'), Buffer.from([0xf8])])
  expect((await detectEncoding(await temporaryFile('late.csv', Buffer.concat([late, Buffer.from('b')])))).name).toBe(
    'windows-1252',
  )
  const cut = Buffer.from('Jørgen ø').subarray(0, -1)
  expect((await detectEncoding(await temporaryFile('cut.csv', cut))).name).toBe('utf-8')
})

test.each(['utf-8', 'utf-16le', 'utf-16be'])(
  'a surrogate pair of %s is not split by a chunk boundary',
  async (name) => {
    const emoji = `x${'😀'.repeat(10_000)}`
    const path = await temporaryFile('emoji.csv', iconv.encode(emoji, name))
    const pieces = await Array.fromAsync(readDecoded(path, { name, bomLength: 0 }))
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
    expect(pieces.join('')).toBe(emoji)
  },
)

test('a requested encoding is used, and an unknown one rejected', async () => {
  const path = await temporaryFile('people.csv', iconv.encode(text, 'macintosh'))
  const encoding = await detectEncoding(path, 'macintosh')
  expect((await Array.fromAsync(readDecoded(path, encoding))).join('')).toBe(text)
  await expect(detectEncoding(path, 'klingon')).rejects.toMatchObject({ code: 'invalid_request' })
})
