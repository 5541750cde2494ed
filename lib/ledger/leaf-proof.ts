import { encodeBase64 } from './base64.ts'
import { isSize, openCheckpoint, parseHash } from './checkpoint.ts'
import { type Hash, hashLeaf, isIncluded } from './merkle-tree.ts'
import type { VerifierKey } from './signed-note.ts'

/** A proof that a log has a leaf, to be checked offline (C2SP tlog-proof). */
export type LeafProof = {
  readonly index: number
  /** Hashes from the sibling of the leaf upwards. */
  readonly path: readonly Hash[]
  /** The checkpoint as a signed note. */
  readonly checkpoint: string
}

const heading = 'c2sp.org/tlog-proof@v1'

export const formatLeafProof = ({ index, path, checkpoint }: LeafProof): string =>
  [heading, `index ${index}`, ...path.map(encodeBase64), '', checkpoint].join('\n')

/** Parses a proof. Throws an error for any other text. */
export function parseLeafProof(text: string): LeafProof {
  const end = text.indexOf('\n\n')
  const [first, ...lines] = text.slice(0, end).split('\n')
  if (lines[0]?.startsWith('extra ')) lines.shift()
  const [indexLine = '', ...hashes] = lines
  const [, index = ''] = /^index (\d+)$/.exec(indexLine) ?? []
  const path = hashes.map(parseHash).filter((hash) => hash !== undefined)
  if (end < 0 || first !== heading || !isSize(index) || path.length !== hashes.length) {
    throw new Error(`A proof begins with ${heading}, an index and hashes in base64.`)
  }
  return { index: Number(index), path, checkpoint: text.slice(end + 2) }
}

/** True if a proof shows that a log with one of the keys has this leaf. Throws for a text that is no proof. */
export function isProven(leaf: Uint8Array, proof: string, keys: readonly VerifierKey[]): boolean {
  const { index, path, checkpoint } = parseLeafProof(proof)
  return isIncluded(hashLeaf(leaf), index, openCheckpoint(checkpoint, keys), path)
}
