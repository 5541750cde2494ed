import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { writeTemporaryFile } from '#server/import/testing.ts'
import { decodeUtf8, detectEncoding, readDecoded, readWholeCharacters } from './encoding.ts'

const text = 'name,city\nJørgen Ålborg,Århus – “Nord”\n'
const asian = 'number,short_description\nINC1,Grüße 東京 😀\n'

test.each([
  ['utf-8', Buffer.from(text)],
  ['utf-8', iconv.encode(text, 'utf-8', { addBOM: true })],
  ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: true })],
  ['utf-16be', iconv.encode(text, 'utf-16be', { addBOM: true })],
  ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: false })],
  ['utf-16be', iconv.encode(text, 'utf-16be', { addBOM: false })],
  ['windows-1252', iconv.encode(text, 'windows-1252')],
  ['utf-16le', iconv.encode(asian, 'utf-16le', { addBOM: false }), asian],
  ['utf-16be', iconv.encode(asian, 'utf-16be', { addBOM: false }), asian],
])('detects %s', async (name, bytes, content = text) => {
  const path = await writeTemporaryFile('people.csv', bytes)
  const encoding = await detectEncoding(path)
  expect(encoding.name).toBe(name)
  expect((await Array.fromAsync(readDecoded(path, encoding))).join('')).toBe(content)
})

test('a character far down the file counts, and one truncated at its end does not', async () => {
  const late = Buffer.concat([Buffer.alloc(600_000, 'a'), Buffer.from([0xf8])])
  expect(
    (await detectEncoding(await writeTemporaryFile('late.csv', Buffer.concat([late, Buffer.from('b')])))).name,
  ).toBe('windows-1252')
  const cut = Buffer.from('Jørgen ø').subarray(0, -1)
  expect((await detectEncoding(await writeTemporaryFile('cut.csv', cut))).name).toBe('utf-8')
})

test('single bytes that are not UTF-8 in a file of UTF-8 are read as windows-1252, with their lines', async () => {
  const latin1 = (letters: string) => iconv.encode(letters, 'windows-1252')
  const mixed = Buffer.concat([Buffer.from(text), latin1('Søm,'), Buffer.from('Ærø\nÅrø,x\n'), latin1('“')])
  for (const bytes of [mixed, Buffer.concat([Buffer.from('\uFEFF'), mixed])]) {
    const path = await writeTemporaryFile('joined.csv', bytes)
    const encoding = await detectEncoding(path)
    expect(encoding).toMatchObject({
      name: 'utf-8',
      remark:
        '2 bytes are not UTF-8, such as on lines 3, 5, and read as windows-1252 (latin1). Check the letters there.',
    })
    expect((await Array.fromAsync(readDecoded(path, encoding))).join('')).toBe(`${text}Søm,Ærø\nÅrø,x\n“`)
  }
})

test('chunks never cut a character of UTF-8', async () => {
  const unit = fc.constantFrom('a', 'ø', '€', '😀', '\n')
  const file = fc.array(
    fc.oneof(
      fc.string({ unit }).map((letters) => Buffer.from(letters)),
      fc.uint8Array({ maxLength: 3 }),
    ),
  )
  await fc.assert(
    fc.asyncProperty(file, fc.integer({ min: 1, max: 7 }), async (parts, chunkSize) => {
      const bytes = Buffer.concat(parts)
      const path = await writeTemporaryFile('any.csv', bytes)
      const chunks = await Array.fromAsync(readWholeCharacters(path, { start: 0, chunkSize }))
      expect(Buffer.concat(chunks)).toEqual(bytes)
      expect(chunks.map(decodeUtf8).join('')).toBe(decodeUtf8(bytes))
      if (isUtf8(bytes)) expect(decodeUtf8(bytes)).toBe(bytes.toString())
    }),
    { numRuns: 200 },
  )
})

test.each(['utf-8', 'utf-16le', 'utf-16be'])(
  'a surrogate pair of %s is not split by a chunk boundary',
  async (name) => {
    const emoji = `x${'😀'.repeat(10_000)}`
    const path = await writeTemporaryFile('emoji.csv', iconv.encode(emoji, name))
    const pieces = await Array.fromAsync(readDecoded(path, { name, bomLength: 0 }))
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
    expect(pieces.join('')).toBe(emoji)
  },
)

test('a requested encoding is used, and an unknown one rejected', async () => {
  const path = await writeTemporaryFile('people.csv', iconv.encode(text, 'macintosh'))
  const encoding = await detectEncoding(path, 'macintosh')
  expect((await Array.fromAsync(readDecoded(path, encoding))).join('')).toBe(text)
  await expect(detectEncoding(path, 'klingon')).rejects.toMatchObject({ code: 'invalid_request' })
})
