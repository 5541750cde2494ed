import { createRandom, type Random } from '#server/demo/random.ts'

/** Random choices; `often` chooses the first value half of the time. */
type Draw = Pick<Random, 'between' | 'pick'> & { often<Value>(value: Value, otherwise: Value): Value }

/** A switch: its value when nothing goes wrong, and a random one that a reader or writer must cope with. */
const trap = <Value>(none: Value, draw: (draw: Draw) => Value = () => none) => ({ none, draw })

const noTexts: readonly string[] = []
const noStorm = { every: 0, length: 0, retryAfterSeconds: 1 }
const share = (mostPercent: number) => trap(0, ({ often, between }) => often(between(1, mostPercent) / 100, 0))

/** Faults of a ServiceNow instance; each switch is independent of the others. Shares are from 0 to 1. */
const traps = {
  /** Result of a query with an unknown field: `glide.invalid_query.returns_no_rows`. */
  unknownQueryField: trap<'ignored' | 'no rows'>('ignored', ({ pick }) => pick(['ignored', 'no rows'])),
  /** Rows that the account may not read, in runs; they are dropped from a page after its limit was applied. */
  hiddenShare: share(60),
  /** Maximum hidden rows in a run. */
  hiddenRun: trap(1, ({ pick }) => pick([1, 20, 150])),
  /** Fields that the account may not read; rows come without them. */
  hiddenFields: trap(noTexts, ({ often, pick }) =>
    often(pick([['risk'], ['close_notes', 'backout_plan'], ['assigned_to.email'], ['work_end']]), []),
  ),
  /** Tables that answer 403 to a read, and to a write. */
  unreadableTables: trap(noTexts),
  unwritableTables: trap(noTexts),
  /** Time zone of the account: it changes displayed values. */
  zone: trap('UTC', ({ pick }) =>
    pick(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']),
  ),
  /** True if dates in queries are read in the account's zone instead of UTC. */
  readsQueriesInZone: trap(false, ({ between }) => between(0, 2) === 0),
  /** Rows that `fill` writes in one second. */
  rowsPerSecond: trap(1, ({ pick }) => pick([1, 7, 90, 400])),
  /** Rows become visible up to this long after their `sys_updated_on`. */
  lateRowsMs: trap(0, ({ pick }) => pick([0, 10_000, 40_000])),
  /** Responses above this size are cut in the middle of the JSON, or end with an error member. */
  maxPageBytes: trap(Number.POSITIVE_INFINITY, ({ often, between }) =>
    often(between(20, 90) * 1024, Number.POSITIVE_INFINITY),
  ),
  cutPages: trap<'broken' | 'with error'>('broken', ({ pick }) => pick(['broken', 'with error'])),
  /** Of `every` requests the first `length` are answered 429, if `every` is not 0. */
  storm: trap(noStorm, ({ often, between }) =>
    often({ ...noStorm, every: between(15, 40), length: between(1, 2) }, noStorm),
  ),
  /** A limit of requests a minute that takes effect late, as each node counts for itself; 0 for none. */
  limit: trap({ perMinute: 0, lateSeconds: 0 }),
  slow: trap({ share: 0, ms: 0 }, ({ often, between }) =>
    often({ share: between(1, 20) / 100, ms: between(5, 60) }, { share: 0, ms: 0 }),
  ),
  errorShare: share(8),
  /** Connections that are reset before the request is handled. */
  resetShare: share(8),
  /** Connections that are reset after a write was done. */
  lostAnswerShare: share(15),
  /** The instance's clock minus ours. */
  clockSkewMs: trap(0, ({ pick }) => pick([0, -7_200_000, -90_000, 45_000, 7_200_000])),
  /** Seconds until an OAuth token expires, whatever its `expires_in` says. */
  tokenSeconds: trap(1800, ({ pick }) => pick([1800, 2])),
  /** Result of an unknown field in a write: ignored with 200, or rejected with 400. */
  unknownWrittenField: trap<'ignored' | 'rejected'>('ignored', ({ pick }) => pick(['ignored', 'rejected'])),
  /** Fields that are not written, with 200. */
  unwritableFields: trap(noTexts, ({ often, pick }) =>
    often(pick([['review_comments'], ['correlation_id'], ['close_notes']]), []),
  ),
  /** True if a written state is ignored, with 200. */
  stuckStates: trap(false, ({ between }) => between(0, 3) === 0),
  /** Result of closing without `close_code` and `close_notes`. */
  incompleteClose: trap<'rejected' | 'ignored' | 'allowed'>('rejected', ({ pick }) =>
    pick(['rejected', 'ignored', 'allowed']),
  ),
  /** Longer texts are cut, without an error. */
  maxTextLength: trap(4000, ({ pick }) => pick([4000, 1000])),
  /** Writes of ours together with one of another writer, who edits another field before or the same one after. */
  otherWriterShare: share(20),
}

export type Traps = { [Name in keyof typeof traps]: (typeof traps)[Name]['none'] }

const setting = (of: (one: (typeof traps)[keyof typeof traps]) => unknown) =>
  Object.fromEntries(Object.entries(traps).map(([name, one]) => [name, of(one)])) as Traps

export const noTraps: Traps = setting(({ none }) => none)

/** A random setting of the switches; the same for the same seed. */
export function drawTraps(seed: string): Traps {
  const { between, pick } = createRandom(`traps ${seed}`)
  const draw: Draw = { between, pick, often: (value, otherwise) => (between(0, 1) === 0 ? value : otherwise) }
  return setting((one) => one.draw(draw))
}
