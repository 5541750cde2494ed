import { decodeBase64, encodeBase64 } from './base64.ts'
import { emptyRoot, type Hash, isSameHash, type TreeHead } from './merkle-tree.ts'
import { parseNote, type VerifierKey, verifyNote } from './signed-note.ts'

/** The head of a tree and its log (C2SP tlog-checkpoint). */
export type Checkpoint = TreeHead & { readonly origin: string }

const sizePattern = /^(?:0|[1-9]\d{0,15})$/

/** The text that the log signs. */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${encodeBase64(root)}\n`

/** Parses the text of a checkpoint. Throws an error for any other text. */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', encoded = ''] = text.split('\n')
  const root = parseHash(encoded)
  if (origin === '' || !isSize(size) || !root) {
    throw new Error('A checkpoint has three lines: the origin, the number of leaves and the root hash in base64.')
  }
  if (size === '0' && !isSameHash(root, emptyRoot)) throw new Error('The root of an empty tree is wrong.')
  return { origin, size: Number(size), root }
}

/** True if a text is a number of leaves, or the index of one. */
export const isSize = (text: string): boolean => sizePattern.test(text) && Number.isSafeInteger(Number(text))

/** Parses a hash in base64; undefined for any other text. */
export function parseHash(text: string): Hash | undefined {
  const bytes = decodeBase64(text)
  return bytes?.length === 32 ? bytes : undefined
}

/** Returns the checkpoint of a note that one of the keys signed. Throws for any other note. */
export function openCheckpoint(note: string, keys: readonly VerifierKey[]): Checkpoint {
  const parsed = parseNote(note)
  verifyNote(parsed, keys)
  return parseCheckpoint(parsed.text)
}
