import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { writeCanonicalJson } from '#lib/text/canonical-json.ts'
import { encodeBase64 } from './base64.ts'
import type { Hash } from './merkle-tree.ts'

/** Kinds of records with a leaf: an entry of the history, or a version of a completed review. */
const leafKinds = ['audit-entry', 'review-version'] as const
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
