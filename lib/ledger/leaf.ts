import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { writeCanonicalJson } from '#lib/text/canonical-json.ts'
import { encodeBase64 } from './base64.ts'
import type { Hash } from './merkle-tree.ts'

/**
 * Kinds of records with a leaf: an entry of the history, a version of a completed review, and that a deployment was
 * reported, which has no history.
 */
const leafKinds = ['audit-entry', 'review-version', 'deployment'] as const
export type LeafKind = (typeof leafKinds)[number]

/** The statement of a leaf: that a record had a content, without revealing it. */
export type Leaf = {
  readonly kind: LeafKind
  /** Identifier of the entry, or reference and number of the version. */
  readonly id: string
  /** HMAC-SHA-256 of the content, with the salt of the leaf as the key. */
  readonly commitment: Hash
}

/** The bytes that the tree hashes: three lines. */
export const encodeLeaf = ({ kind, id, commitment }: Leaf): Uint8Array =>
  utf8ToBytes(`hindsight ${kind}/v1\n${id}\n${encodeBase64(commitment)}\n`)

/**
 * A commitment to the canonical JSON of a record, as UTF-8. Without the salt nobody can find out its content, not even
 * by guessing.
 */
export const commit = (salt: Uint8Array, record: unknown): Hash =>
  hmac(sha256, salt, utf8ToBytes(writeCanonicalJson(record)))

/** Formats the ascending indexes of leaves as ranges: `3, 7-12`. */
export function formatRanges(indexes: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const index of indexes) {
    const last = ranges.at(-1)
    if (last?.[1] === index - 1) last[1] = index
    else ranges.push([index, index])
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(', ')
}

/** Lists the indexes below `size` of formatted ranges; other text has none. */
export const parseRanges = (text: string, size: number): number[] =>
  [...text.matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, first, last = first]) => {
    const count = Math.min(size, Number(last) + 1) - Number(first)
    return Array.from({ length: Math.max(0, count) }, (_, offset) => Number(first) + offset)
  })
