import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeRoot,
  emptyRoot,
  type Hash,
  hashLeaf,
  hashSubtrees,
  isExtension,
  isIncluded,
  type LeafRange,
  listConsistencyRanges,
  listInclusionRanges,
  splitIntoSubtrees,
} from './merkle-tree.ts'

/** The leaves and roots with which the implementations of certificate transparency are tested. */
const knownLeaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const knownRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

test.each(knownRoots.map((root, size) => [size, root]))('the root of the first %i known leaves', (size, root) => {
  const leaves = knownLeaves.slice(0, size).map((leaf) => hashLeaf(hexToBytes(leaf)))
  expect(bytesToHex(computeRoot(leaves))).toBe(root)
})

const makeLeaves = (size: number) => Array.from({ length: size }, (_, at) => hashLeaf(Uint8Array.of(at >> 8, at & 255)))
const computeRanges = (leaves: readonly Hash[], ranges: readonly LeafRange[]) =>
  ranges.map(([from, to]) => computeRoot(leaves.slice(from, to)))
const makeHead = (leaves: readonly Hash[], size = leaves.length) => ({ size, root: computeRoot(leaves.slice(0, size)) })
const flip = (hash: Hash) => hash.map((byte, at) => (at === 7 ? byte ^ 1 : byte))
const sizes = fc.integer({ min: 1, max: 600 })

test('a range of leaves has the hash of its complete subtrees', () => {
  fc.assert(
    fc.property(sizes, (size) => {
      const leaves = makeLeaves(size)
      const hashes = splitIntoSubtrees([0, size]).map(({ level, index }) => {
        const count = 2 ** level
        return computeRoot(leaves.slice(index * count, (index + 1) * count))
      })
      expect(hashSubtrees(hashes)).toEqual(computeRoot(leaves))
    }),
  )
  expect(hashSubtrees([])).toEqual(emptyRoot)
})

test('a proof that a tree has a leaf holds for this leaf at this index of this tree, and for nothing else', () => {
  fc.assert(
    fc.property(sizes, fc.nat(), fc.nat(), (size, place, other) => {
      const leaves = makeLeaves(size)
      const index = place % size
      const proof = computeRanges(leaves, listInclusionRanges(index, [0, size]))
      const leaf = leaves[index] as Hash
      expect(isIncluded(leaf, index, makeHead(leaves), proof)).toBe(true)
      expect(isIncluded(flip(leaf), index, makeHead(leaves), proof)).toBe(false)
      expect(isIncluded(leaf, index, { size, root: flip(computeRoot(leaves)) }, proof)).toBe(false)
      expect(isIncluded(leaf, index, makeHead(leaves), [...proof, leaf])).toBe(false)
      const elsewhere = other % (size + 2)
      if (elsewhere !== index) expect(isIncluded(leaf, elsewhere, makeHead(leaves), proof)).toBe(false)
      const changed = proof.map((hash, at) => (at === other % proof.length ? flip(hash) : hash))
      if (proof.length > 0) expect(isIncluded(leaf, index, makeHead(leaves), changed)).toBe(false)
    }),
  )
})

describe('a proof that a tree grew', () => {
  test('holds for the tree that it began with, and for no other', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (size, place, other) => {
        const leaves = makeLeaves(size)
        const from = place % (size + 1)
        const proof = computeRanges(leaves, listConsistencyRanges(from, size))
        const earlier = makeHead(leaves, from)
        const later = makeHead(leaves)
        expect(isExtension(earlier, later, proof)).toBe(true)
        expect(isExtension({ ...earlier, root: flip(earlier.root) }, later, proof)).toBe(false)
        if (from > 0) expect(isExtension(earlier, { ...later, root: flip(later.root) }, proof)).toBe(false)
        expect(isExtension(earlier, later, [...proof, earlier.root])).toBe(false)
        const edited = leaves.map((leaf, at) => (at === other % size ? flip(leaf) : leaf))
        const ofEdited = computeRanges(edited, listConsistencyRanges(from, size))
        const isKept = other % size >= from
        expect(isExtension(earlier, makeHead(edited), ofEdited)).toBe(isKept)
      }),
    )
  })

  test('does not exist for a tree that became smaller', () => {
    const leaves = makeLeaves(9)
    expect(isExtension(makeHead(leaves), makeHead(leaves, 8), [])).toBe(false)
  })
})
