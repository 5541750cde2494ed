import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'

/** A SHA-256 hash, 32 bytes. */
export type Hash = Uint8Array

/** The hash of a leaf (RFC 9162, section 2.1.1). */
export const hashLeaf = (leaf: Uint8Array): Hash => sha256(concatBytes(Uint8Array.of(0), leaf))

/** The hash of a node with two children (RFC 9162, section 2.1.1). */
export const hashNode = (left: Hash, right: Hash): Hash => sha256(concatBytes(Uint8Array.of(1), left, right))

/** The root of a tree without leaves. */
export const emptyRoot: Hash = sha256(new Uint8Array())

/** The leaves from `start` to before `end`. */
export type LeafRange = readonly [start: number, end: number]

/** A complete subtree: the `2^level` leaves from leaf `index * 2^level` on. */
export type Subtree = { readonly level: number; readonly index: number }

/** The complete subtrees that make up a range of leaves, from left to right. */
export function splitIntoSubtrees([start, end]: LeafRange): Subtree[] {
  const subtrees: Subtree[] = []
  for (let position = start; position < end; ) {
    let level = 0
    while (position % 2 ** (level + 1) === 0 && position + 2 ** (level + 1) <= end) level += 1
    subtrees.push({ level, index: position / 2 ** level })
    position += 2 ** level
  }
  return subtrees
}

/** The hash of a range, from the hashes of its complete subtrees. */
export const hashSubtrees = (hashes: readonly Hash[]): Hash =>
  hashes.length === 0 ? emptyRoot : hashes.reduceRight((right, left) => hashNode(left, right))

/** The root of a tree, from the hashes of all its leaves. */
export function computeRoot(leaves: readonly Hash[]): Hash {
  const [only, second] = leaves
  if (!only) return emptyRoot
  if (!second) return only
  const split = findSplit(leaves.length)
  return hashNode(computeRoot(leaves.slice(0, split)), computeRoot(leaves.slice(split)))
}

/** The number of leaves in the left child of the root: the largest power of two below the size. */
function findSplit(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** The ranges whose hashes prove that a tree has a leaf, from its sibling upwards (RFC 9162, section 2.1.3.1). */
export function listInclusionRanges(index: number, [start, end]: LeafRange): LeafRange[] {
  if (end - start <= 1) return []
  const split = start + findSplit(end - start)
  return index < split
    ? [...listInclusionRanges(index, [start, split]), [split, end]]
    : [...listInclusionRanges(index, [split, end]), [start, split]]
}

/** The ranges whose hashes prove that a tree contains an earlier one (RFC 9162, section 2.1.4.1). */
export const listConsistencyRanges = (from: number, to: number): LeafRange[] =>
  from === 0 ? [] : listExtension(from, [0, to], true)

function listExtension(from: number, [start, end]: LeafRange, isKnown: boolean): LeafRange[] {
  if (from === end) return isKnown ? [] : [[start, end]]
  const split = start + findSplit(end - start)
  return from <= split
    ? [...listExtension(from, [start, split], isKnown), [split, end]]
    : [...listExtension(from, [split, end], false), [start, split]]
}

/** A tree as its signed head states it. */
export type TreeHead = { readonly size: number; readonly root: Hash }

export const isSameHash = (a: Hash, b: Hash): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/** True if a proof shows that a tree has this leaf at this index. */
export function isIncluded(leaf: Hash, index: number, { size, root }: TreeHead, proof: readonly Hash[]): boolean {
  if (index < 0 || index >= size || proof.length !== listInclusionRanges(index, [0, size]).length) return false
  return isSameHash(climb(leaf, index, size, proof), root)
}

function climb(leaf: Hash, index: number, size: number, proof: readonly Hash[]): Hash {
  const sibling = proof.at(-1)
  if (!sibling) return leaf
  const split = findSplit(size)
  const rest = proof.slice(0, -1)
  return index < split
    ? hashNode(climb(leaf, index, split, rest), sibling)
    : hashNode(sibling, climb(leaf, index - split, size - split, rest))
}

/** True if a proof shows that the later tree begins with all leaves of the earlier one, in their order. */
export function isExtension(earlier: TreeHead, later: TreeHead, proof: readonly Hash[]): boolean {
  if (earlier.size > later.size || proof.length !== listConsistencyRanges(earlier.size, later.size).length) return false
  if (earlier.size === 0) return isSameHash(earlier.root, emptyRoot)
  const [from, to] = climbBoth(earlier.size, later.size, proof, earlier.root)
  return isSameHash(from, earlier.root) && isSameHash(to, later.root)
}

/** Computes the roots of both trees from the proof; `known` is the root of the earlier one if the proof omits it. */
function climbBoth(from: number, to: number, proof: readonly Hash[], known: Hash | null): [Hash, Hash] {
  const last = proof.at(-1)
  if (from === to || !last) {
    const hash = known ?? last ?? emptyRoot
    return [hash, hash]
  }
  const split = findSplit(to)
  const rest = proof.slice(0, -1)
  if (from <= split) {
    const [earlier, left] = climbBoth(from, split, rest, known)
    return [earlier, hashNode(left, last)]
  }
  const [earlier, right] = climbBoth(from - split, to - split, rest, null)
  return [hashNode(last, earlier), hashNode(last, right)]
}

/** Creates a tree that grows leaf by leaf and stores only its complete subtrees. */
export function createGrowingTree() {
  let size = 0
  /** Hashes of the complete subtrees, the largest first. */
  const subtrees: Hash[] = []
  return {
    size: () => size,
    root: () => hashSubtrees(subtrees),
    add(leaf: Hash) {
      let hash = leaf
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) hash = hashNode(subtrees.pop() ?? hash, hash)
      subtrees.push(hash)
      size += 1
    },
  }
}
