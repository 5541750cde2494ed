import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCheckpoint, openCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { formatLeafProof, isProven, parseLeafProof } from './leaf-proof.ts'
import { hashLeaf, hashNode } from './merkle-tree.ts'
import {
  cosignText,
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  signatureTypes,
  signText,
  verifyNote,
} from './signed-note.ts'
import { testSigner } from './testing-signer.ts'

/** The key and the note of the specification. */
const exampleKey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const exampleNote =
  'This is an example message.\n\n' +
  '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'

const log = testSigner('pir.example/ledger')

describe('a signed note', () => {
  test('of the specification has the signature of its key', () => {
    const key = parseVerifierKey(exampleKey)
    expect(formatVerifierKey(key)).toBe(exampleKey)
    expect(verifyNote(parseNote(exampleNote), [key])).toEqual([key])
    expect(() => verifyNote(parseNote(exampleNote.replace('example message', 'Example message')), [key])).toThrow(
      'wrong',
    )
    expect(() => verifyNote(parseNote(exampleNote), [log.key])).toThrow('No signature of pir.example/ledger.')
  })

  test('keeps its signature beside those of others, and loses it with every change of its text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(), (line, at) => {
        const text = `${line.replaceAll(/\p{Cc}/gu, '')}x\n`
        const witness = testSigner('witness.example', signatureTypes.witness)
        const note = `${text}\n${signText(text, log)}${cosignText(text, witness, new Date())}`
        expect(verifyNote(parseNote(note), [log.key, witness.key])).toEqual([log.key, witness.key])
        const characters = [...text.slice(0, -1)]
        const changed = characters
          .map((character, place) => (place === at % characters.length ? `${character}y` : character))
          .join('')
        for (const { key } of [log, witness])
          expect(() => verifyNote(parseNote(note.replace(text, () => `${changed}\n`)), [key])).toThrow('wrong')
      }),
      { numRuns: 30 },
    )
  })

  test.each([
    '',
    'text\n',
    'text\n\n',
    'text\n\nno signature\n',
    'text\n\n— name AAAA\n',
    `a\u0001b\n\n${exampleNote.split('\n\n')[1]}`,
    exampleNote.trimEnd(),
  ])('is not %j', (text) => expect(() => parseNote(text)).toThrow('A signed note is'))
})

describe('a checkpoint', () => {
  const head = {
    origin: 'pir.example/ledger',
    size: 2,
    root: hashNode(hashLeaf(Uint8Array.of(1)), hashLeaf(Uint8Array.of(2))),
  }
  const text = formatCheckpoint(head)
  const note = `${text}\n${signText(text, log)}`

  test('is read as it was signed', () => {
    expect(openCheckpoint(note, [log.key])).toEqual(head)
    expect(parseCheckpoint(`${text}an extension\n`)).toEqual(head)
  })

  test.each([
    `\n2\n${text.split('\n')[2]}\n`,
    text.replace('\n2\n', '\n02\n'),
    text.replace('\n2\n', '\n-2\n'),
    text.replace('=', ''),
    text.replace('\n2\n', '\n0\n'),
  ])('is not %j', (wrong) => expect(() => parseCheckpoint(wrong)).toThrow(/checkpoint|empty tree/))

  test('proves its leaves offline', () => {
    const proof = formatLeafProof({ index: 1, path: [hashLeaf(Uint8Array.of(1))], checkpoint: note })
    expect(proof.split('\n').slice(0, 2)).toEqual(['c2sp.org/tlog-proof@v1', 'index 1'])
    expect(isProven(Uint8Array.of(2), proof, [log.key])).toBe(true)
    expect(isProven(Uint8Array.of(3), proof, [log.key])).toBe(false)
    expect(isProven(Uint8Array.of(2), proof.replace('index', 'extra AAAA\nindex'), [log.key])).toBe(true)
    expect(() => isProven(Uint8Array.of(2), proof.replace('\n2\n', '\n3\n'), [log.key])).toThrow('wrong')
    expect(() => parseLeafProof(proof.replace('index 1', 'index 01'))).toThrow('A proof begins')
  })
})
