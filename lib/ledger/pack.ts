import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { unzipSync } from 'fflate'
import { describeCount } from '#lib/text/counted.ts'
import { decodeBase64 } from './base64.ts'
import { openCheckpoint } from './checkpoint.ts'
import { commit, encodeLeaf, parseRanges } from './leaf.ts'
import { createGrowingTree, hashLeaf, isSameHash } from './merkle-tree.ts'
import {
  compareContent,
  type Entry,
  findBackdated,
  listErased,
  type PackedReview,
  type ProvenRecord,
  replayReview,
} from './pack-records.ts'
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from './signed-note.ts'

/** Paths of the checksums and of the copy of the ledger in an evidence pack. */
export const packPaths = {
  sums: 'SHA256SUMS',
  key: 'ledger/key',
  checkpoint: 'ledger/checkpoint',
  /** The hashes of all leaves in order, 32 bytes each. */
  leaves: 'ledger/leaves',
  /** An earlier head with the signature of the witness. */
  cosigned: 'ledger/cosigned.checkpoint',
  /** An earlier head that a time-stamp service dated, in packs of older releases. */
  stamped: 'ledger/time-stamp.checkpoint',
} as const
const hashBytes = 32

/** `notes` name what an erasure or a retention changed, which a person has to know of. */
export type PackVerdict = {
  readonly proven: readonly string[]
  readonly notes: readonly string[]
  readonly faults: readonly string[]
}
export type ZippedPack = { readonly name: string; readonly zip: Uint8Array }
type UnzippedPack = { readonly name: string; readonly files: ReadonlyMap<string, Uint8Array> }
type LedgerCopy = {
  readonly name: string
  readonly leaves: Uint8Array
  readonly size: number
  readonly ids: Map<number, string>
  /** The records in the reviews, by identifier. */
  readonly records: Map<string, ProvenRecord>
  /** The receipts of others: a sentence for each. */
  readonly receipts: readonly string[]
}

/**
 * Verifies packs, the earlier one first. No file may differ from its checksum, each ledger must be the signed one, the
 * reviews must match their leaves, and the later ledger must begin with the earlier one. `knownKey` is
 * the key that the reader trusts; if it is empty, the key in the earlier pack counts.
 */
export function verifyPacks(packs: readonly ZippedPack[], knownKey: string): PackVerdict {
  const proven: string[] = []
  const notes: string[] = []
  const faults: string[] = []
  let key = knownKey.trim()
  const ledgers = packs.map(({ name, zip }) => {
    const pack = { name, files: unzip(zip, (path) => faults.push(`${name}: ${path} cannot be read.`)) }
    const wrong = checkSums(pack)
    faults.push(...wrong)
    if (wrong.length === 0) proven.push(`${name}: ${describeSums(pack)}`)
    try {
      key ||= getText(pack, packPaths.key).trim()
      const ledger = checkLedger(pack, parseVerifierKey(key))
      proven.push(`${name}: its ledger of ${describeCount(ledger.size, 'record')} is the one that was signed.`)
      for (const receipt of ledger.receipts) proven.push(`${name}: ${receipt}`)
      const reviewCheck = checkReviews(pack, ledger)
      faults.push(...reviewCheck.wrong)
      proven.push(`${name}: ${describeRecords(reviewCheck)}`)
      return ledger
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : error}`)
      return null
    }
  })
  const [earlier, later] = ledgers
  if (earlier && later) {
    const fault = firstDifference(earlier, later)
    if (fault) faults.push(fault)
    else proven.push(`The history of ${later.name} begins with that of ${earlier.name}: nothing in it was changed.`)
    const compared = compareContent(earlier, later)
    notes.push(...compared.notes)
    faults.push(...compared.faults)
  }
  return { proven, notes, faults }
}

/**
 * Reads the files of a pack, calling `onBroken` for those that cannot be read. Throws for bytes that are no zip file.
 */
function unzip(zip: Uint8Array, onBroken: (path: string) => void): ReadonlyMap<string, Uint8Array> {
  const paths: string[] = []
  unzipSync(zip, { filter: ({ name }) => !name.endsWith('/') && paths.push(name) < 0 })
  const files = new Map<string, Uint8Array>()
  for (const path of paths) {
    try {
      const { [path]: bytes } = unzipSync(zip, { filter: ({ name }) => name === path })
      if (bytes) files.set(path, bytes)
    } catch {
      onBroken(path)
    }
  }
  return files
}

function getBytes({ files }: UnzippedPack, path: string): Uint8Array {
  const bytes = files.get(path)
  if (!bytes) throw new Error(`${path} is missing.`)
  return bytes
}

const getText = (pack: UnzippedPack, path: string) => new TextDecoder().decode(getBytes(pack, path))

/** Returns a sentence for each file that is missing, differs from its checksum or has none. */
function checkSums({ name, files }: UnzippedPack): string[] {
  const lines = new TextDecoder().decode(files.get(packPaths.sums)).split('\n').slice(0, -1)
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  const changed = [...sums].flatMap(([path, sum]) => {
    const bytes = files.get(path)
    if (!bytes) return [`${name}: ${path} is missing.`]
    return bytesToHex(sha256(bytes)) === sum ? [] : [`${name}: ${path} was changed.`]
  })
  const added = [...files.keys()].filter((path) => path !== packPaths.sums && !sums.has(path))
  return [...changed, ...added.map((path) => `${name}: ${path} is not in ${packPaths.sums}.`)]
}

const leafAt = (leaves: Uint8Array, index: number) => leaves.subarray(index * hashBytes, (index + 1) * hashBytes)

/** Reads the copy of the ledger. Throws if it is not the signed one. */
function checkLedger(pack: UnzippedPack, key: VerifierKey): LedgerCopy {
  const head = openCheckpoint(getText(pack, packPaths.checkpoint), [key])
  if (head.origin !== key.name) throw new Error(`The checkpoint is of ${head.origin}, not of ${key.name}.`)
  if (getText(pack, packPaths.key).trim() !== formatVerifierKey(key))
    throw new Error(`${packPaths.key} is another key.`)
  const leaves = getBytes(pack, packPaths.leaves)
  const receipts = [packPaths.cosigned, packPaths.stamped]
    .filter((path) => pack.files.has(path))
    .map((path) => ({ path, ...openCheckpoint(getText(pack, path), [key]) }))
  const heads = new Set(receipts)
  const tree = createGrowingTree()
  for (let index = 0; index < leaves.length; index += hashBytes) {
    tree.add(leaves.subarray(index, index + hashBytes))
    for (const other of heads) {
      if (other.size === tree.size() && isSameHash(other.root, tree.root())) heads.delete(other)
    }
  }
  if (tree.size() !== head.size || !isSameHash(tree.root(), head.root)) {
    throw new Error(`${packPaths.leaves} is not the ledger that ${packPaths.checkpoint} signs.`)
  }
  for (const { path } of heads) throw new Error(`${path} is not a head of this ledger.`)
  return {
    name: pack.name,
    leaves,
    size: head.size,
    ids: new Map(),
    records: new Map(),
    receipts: receipts.map(
      ({ path, size }) =>
        `${path} is about the first ${describeCount(size, 'record')} of this ledger; other programs verify who signed it.`,
    ),
  }
}

/** Reads the commitment, the last line of a leaf. */
const commitmentIn = (leaf: string) => decodeBase64(leaf.split('\n')[2] ?? '') ?? new Uint8Array()

/** Describes the checksums, which nobody signs: the history of the audit has its own. */
function describeSums({ files }: UnzippedPack): string {
  const sums = files.get(packPaths.sums) ?? new Uint8Array()
  const digest = bytesToHex(sha256(sums))
  return `${describeCount(files.size - 1, 'file')} match ${packPaths.sums}. Its own SHA-256 is ${digest}: compare it with the one in the history of the audit.`
}

type LeafCounts = { right: number; erased: number; unproven: number; readonly wrong: string[] }

/**
 * Compares the history and the versions in the reviews with the ledger, and what the records say with their history.
 * Notes the records of the ledger.
 */
function checkReviews(pack: UnzippedPack, { leaves, ids, records, size }: LedgerCopy): LeafCounts {
  const paths = [...pack.files.keys()].filter((path) => /^reviews\/[^/]*\.json$/.test(path))
  const counts: LeafCounts = { right: 0, erased: 0, unproven: 0, wrong: [] }
  for (const path of paths) {
    const review: PackedReview = JSON.parse(getText(pack, path))
    const { history, versions, erasures = [] } = review
    const wrong = (sentence: string) => counts.wrong.push(`${pack.name}: ${path} ${sentence}.`)
    const isRight = ({ kind, id, record, ledger }: ProvenRecord) => {
      if (ledger === null) return false
      const salt = ledger.salt === null ? null : decodeBase64(ledger.salt)
      const commitment = salt ? commit(salt, record) : commitmentIn(ledger.leaf)
      return isSameHash(hashLeaf(encodeLeaf({ kind, id, commitment })), leafAt(leaves, ledger.index))
    }
    const listed = new Set(
      erasures
        .filter((erasure) => isRight(erasure) && erasure.ledger?.salt)
        .flatMap(({ record }) => parseRanges(String((record as Entry).changes.leaves?.to), size)),
    )
    for (const proven of [...history, ...versions]) {
      const { id, ledger } = proven
      if (ledger === null) {
        counts.unproven += 1
        continue
      }
      ids.set(ledger.index, id)
      records.set(id, proven)
      if (!isRight(proven)) wrong(`has another ${id} than the ledger`)
      else if (ledger.salt === null) counts.erased += 1
      else counts.right += 1
      for (const index of listErased(ledger))
        if (!listed.has(index))
          wrong(`has ${id}, which lost its salt at leaf ${index}: no erasure or retention lists it`)
    }
    for (const sentence of [...findBackdated(history), ...replayReview(review)]) wrong(sentence)
  }
  return counts
}

/** Describes what the ledger proves of the reviews, and what it does not. */
function describeRecords({ right, erased, unproven, wrong }: LeafCounts): string {
  const total = right + erased + unproven + wrong.length
  return [
    `${right} of ${describeCount(total, 'record')} in its reviews, of history and versions, are in this ledger, unchanged.`,
    ...(erased > 0 ? [`${erased} had personal data that was erased: the ledger proves only that they existed.`] : []),
    ...(unproven > 0 ? [`${unproven} were too new for the ledger, which proves nothing about them.`] : []),
  ].join(' ')
}

/** The first entry of the earlier ledger that the later one does not have in its place; null if it has all of them. */
function firstDifference(earlier: LedgerCopy, later: LedgerCopy): string | null {
  for (let index = 0; index < earlier.size; index += 1) {
    if (isSameHash(leafAt(earlier.leaves, index), leafAt(later.leaves, index))) continue
    const id = earlier.ids.get(index) ?? later.ids.get(index)
    const what = `record ${index}${id ? ` (${id})` : ''}`
    return `The history of ${later.name} does not begin with that of ${earlier.name}: ${what} is the first that ${index < later.size ? 'differs' : 'is missing'}.`
  }
  return null
}
