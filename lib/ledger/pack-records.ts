import { writeCanonicalJson } from '#lib/text/canonical-json.ts'
import type { LeafKind } from './leaf.ts'
import { listStanding, markOfWhole, pseudonymPattern, replayedFields } from './replayed-fields.ts'

/** A record of the history as its leaf covers it, with the proof that the ledger has this leaf. */
export type ProvenRecord = {
  readonly kind: LeafKind
  readonly id: string
  readonly record: unknown
  /** Null for a record that had no leaf yet when the pack was made. */
  readonly ledger: {
    readonly index: number
    /** The key of the commitment in base64; null once it was deleted. */
    readonly salt: string | null
    /** The leaves of the record whose salt was deleted; absent in packs of older releases. */
    readonly erased?: readonly number[]
    /** The bytes that the tree hashes. */
    readonly leaf: string
    /** C2SP tlog-proof. */
    readonly proof: string
  } | null
}

/** The part of a review's JSON that the ledger proves. */
export type ProvenReview = {
  readonly history: readonly ProvenRecord[]
  readonly versions: readonly ProvenRecord[]
  /** The entries of the history that list the leaves without a salt; absent in packs of older releases. */
  readonly erasures?: readonly ProvenRecord[]
}

/** The leaves of a record without a salt; a pack of an older release names only the last. */
export const listErased = ({ index, salt, erased }: NonNullable<ProvenRecord['ledger']>) =>
  erased ?? (salt === null ? [index] : [])

/** An entry of the history, as far as packs are compared. */
export type Entry = {
  readonly at: string
  readonly action: string
  readonly entity_type: string
  readonly changes: Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>
}
type StatedFields = Readonly<Record<string, unknown>>
export type PackedReview = ProvenReview & { readonly change: StatedFields; readonly review: StatedFields | null }

const readEntry = ({ record }: ProvenRecord) => record as Entry

/** Milliseconds by which an entry may be older than the leaves before it. */
const lateMs = 15 * 60_000

/** Names entries that are older than those before them in the ledger; a record that changed has a later leaf by right. */
export function findBackdated(history: readonly ProvenRecord[], since = Number.NEGATIVE_INFINITY): string[] {
  let latest = since
  return history
    .filter(({ ledger }) => ledger !== null && listErased(ledger).length === 0)
    .toSorted((one, other) => (one.ledger?.index ?? 0) - (other.ledger?.index ?? 0))
    .flatMap((proven) => {
      const at = Date.parse(readEntry(proven).at)
      const isLate = at < latest - lateMs
      latest = Math.max(latest, at)
      return isLate ? [`has ${proven.id} of ${readEntry(proven).at}, which is older than entries before it`] : []
    })
}

/** Names the fields of a change and its review that are not as their history leaves them. */
export function replayReview({ change, review, history }: PackedReview): string[] {
  const entries = history.map(readEntry)
  return (['change', 'review'] as const).flatMap((kind) => {
    const fields = kind === 'change' ? change : review
    const own = entries.filter(({ entity_type: type }) => type === kind)
    const last = own.findLastIndex(({ action, changes: is }) => action === 'delete' && !is.number?.to && !is.is_stub)
    const living = own.slice(last + 1).map(({ changes }) => changes)
    const isWhole = living.some((changes) => changes[markOfWhole[kind]]?.from === null)
    // Releases before 0.4 stated neither the due date of a reopening nor, of some fields, the first value.
    const isDueUnknown = living.some((changes) => changes.reopen_reason && !changes.due_on)
    return replayedFields[kind].flatMap((field) => {
      const value = fields?.[field]
      const standing = listStanding(living, field) ?? (isWhole ? [] : null)
      if (value === undefined || standing === null || new RegExp(pseudonymPattern).test(String(value))) return []
      if (field === 'due_on' && isDueUnknown && standing.length > 0) return []
      const hasReturned = !isWhole && living.some((changes) => changes[field]?.to === value)
      const isSame =
        standing.join() === (value === null ? '' : String(value)) ||
        (standing.length === 0 && (value === false || hasReturned))
      return isSame
        ? []
        : [`says that ${field} is ${JSON.stringify(value)}, and by the history it is ${standing.join() || 'empty'}`]
    })
  })
}

/** The records in the reviews of a pack, by identifier. */
type PackRecords = {
  readonly name: string
  readonly size: number
  readonly records: ReadonlyMap<string, ProvenRecord>
}

/** Compares the records that two packs share: what an erasure changed is named, and any other change is a fault. */
export function compareContent(earlier: PackRecords, later: PackRecords) {
  const notes: string[] = []
  const faults: string[] = []
  for (const [id, { record, ledger }] of earlier.records) {
    const other = later.records.get(id)
    if (!ledger || !other?.ledger || writeCanonicalJson(record) === writeCanonicalJson(other.record)) continue
    const isErased = listErased(other.ledger).includes(ledger.index)
    const fields = Object.entries(record as object).filter(
      ([field, value]) =>
        writeCanonicalJson(value) !== writeCanonicalJson((other.record as StatedFields)[field] ?? null),
    )
    const sentence = `${id} says something else in ${later.name} than in ${earlier.name}: ${fields.map(([field]) => field).join(', ')}`
    if (isErased) notes.push(`${sentence}. An erasure or a retention did so, for you to compare.`)
    else faults.push(`${sentence}.`)
  }
  const times = [...earlier.records.values()].map((proven) => Date.parse(readEntry(proven).at)).filter(Number.isFinite)
  const added = [...later.records.values()].filter(
    ({ kind, ledger }) => kind === 'audit-entry' && ledger && ledger.index >= earlier.size,
  )
  faults.push(
    ...findBackdated(
      added,
      times.reduce((one, next) => Math.max(one, next), Number.NEGATIVE_INFINITY),
    ).map((sentence) => `${later.name} ${sentence} and than ${earlier.name}.`),
  )
  return { notes, faults }
}
