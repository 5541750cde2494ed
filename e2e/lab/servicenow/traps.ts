import { createRandom } from '#server/demo/random.ts'

/** What goes wrong in a ServiceNow instance; each switch is independent of the others. Shares are from 0 to 1. */
export type Traps = {
  /** What a query with an unknown field returns: `glide.invalid_query.returns_no_rows`. */
  unknownQueryField: 'ignored' | 'no rows'
  /** Rows that the account may not read, in runs; they are dropped from a page after its limit was applied. */
  hiddenShare: number
  /** The most hidden rows that follow each other. */
  hiddenRun: number
  /** Fields that the account may not read; rows come without them. */
  hiddenFields: readonly string[]
  /** Tables that answer 403 to a read, and to a write. */
  unreadableTables: readonly string[]
  unwritableTables: readonly string[]
  /** Time zone and language of the account: they change displayed values. */
  zone: string
  language: 'en' | 'de'
  /** Whether dates in queries are read in the account's zone instead of UTC. */
  readsQueriesInZone: boolean
  /** Rows that `fill` writes in one second. */
  rowsPerSecond: number
  /** Rows become visible up to this long after their `sys_updated_on`. */
  lateRowsMs: number
  /** Responses above this size are cut in the middle of the JSON, or end with an error member. */
  maxPageBytes: number
  cutPages: 'broken' | 'with error'
  /** Of `every` requests the first `length` are answered 429, if `every` is not 0. */
  storm: { every: number; length: number; retryAfterSeconds: number }
  /** A limit of requests a minute that takes effect late, as each node counts for itself; 0 for none. */
  limit: { perMinute: number; lateSeconds: number }
  slow: { share: number; ms: number }
  errorShare: number
  /** Connections that are reset before the request is handled. */
  resetShare: number
  /** Connections that are reset after a write was done. */
  lostAnswerShare: number
  /** The instance's clock minus ours. */
  clockSkewMs: number
  /** Seconds until an OAuth token expires, whatever its `expires_in` says. */
  tokenSeconds: number
  clientCredentials: 'enabled' | 'disabled'
  /** Whether an unknown field in a write is ignored with 200, or rejected with 400. */
  unknownWrittenField: 'ignored' | 'rejected'
  /** Fields that are not written, with 200. */
  unwritableFields: readonly string[]
  /** Whether a written state is ignored, with 200. */
  stuckStates: boolean
  /** What closing without `close_code` and `close_notes` does. */
  incompleteClose: 'rejected' | 'ignored' | 'allowed'
  /** Longer texts are cut, without an error. */
  maxTextLength: number
  /** Writes of ours that come together with one of another writer, who edits another field before or the same one after. */
  otherWriterShare: number
}

export const noTraps: Traps = {
  unknownQueryField: 'ignored',
  hiddenShare: 0,
  hiddenRun: 1,
  hiddenFields: [],
  unreadableTables: [],
  unwritableTables: [],
  zone: 'UTC',
  language: 'en',
  readsQueriesInZone: false,
  rowsPerSecond: 1,
  lateRowsMs: 0,
  maxPageBytes: Number.POSITIVE_INFINITY,
  cutPages: 'broken',
  storm: { every: 0, length: 0, retryAfterSeconds: 1 },
  limit: { perMinute: 0, lateSeconds: 0 },
  slow: { share: 0, ms: 0 },
  errorShare: 0,
  resetShare: 0,
  lostAnswerShare: 0,
  clockSkewMs: 0,
  tokenSeconds: 1800,
  clientCredentials: 'enabled',
  unknownWrittenField: 'ignored',
  unwritableFields: [],
  stuckStates: false,
  incompleteClose: 'rejected',
  maxTextLength: 4000,
  otherWriterShare: 0,
}

/** A random setting of the switches that a reader or writer must cope with; the same for the same seed. */
export function drawTraps(seed: string): Traps {
  const { between, pick } = createRandom(`traps ${seed}`)
  const often = <Value>(value: Value, otherwise: Value) => (between(0, 1) === 0 ? value : otherwise)
  return {
    ...noTraps,
    unknownQueryField: pick(['ignored', 'no rows'] as const),
    hiddenShare: often(between(1, 60) / 100, 0),
    hiddenRun: pick([1, 20, 150]),
    hiddenFields: often(pick([['risk'], ['close_notes', 'backout_plan'], ['assigned_to.email'], ['work_end']]), []),
    zone: pick(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']),
    language: pick(['en', 'de'] as const),
    readsQueriesInZone: between(0, 2) === 0,
    rowsPerSecond: pick([1, 7, 90, 400]),
    lateRowsMs: pick([0, 10_000, 40_000]),
    maxPageBytes: often(between(20, 90) * 1024, Number.POSITIVE_INFINITY),
    cutPages: pick(['broken', 'with error'] as const),
    storm: often({ every: between(15, 40), length: between(1, 2), retryAfterSeconds: 1 }, noTraps.storm),
    slow: often({ share: between(1, 20) / 100, ms: between(5, 60) }, noTraps.slow),
    errorShare: often(between(1, 8) / 100, 0),
    resetShare: often(between(1, 8) / 100, 0),
    lostAnswerShare: often(between(1, 15) / 100, 0),
    clockSkewMs: pick([0, -7_200_000, -90_000, 45_000, 7_200_000]),
    tokenSeconds: pick([1800, 2]),
    unknownWrittenField: pick(['ignored', 'rejected'] as const),
    unwritableFields: often(pick([['review_comments'], ['correlation_id'], ['close_notes']]), []),
    stuckStates: between(0, 3) === 0,
    incompleteClose: pick(['rejected', 'ignored', 'allowed'] as const),
    maxTextLength: pick([4000, 1000]),
    otherWriterShare: often(between(1, 20) / 100, 0),
  }
}
