import type { Pool, PoolClient } from 'pg'
import { processWideFor } from '#server/process-wide.ts'
import { type Asked, ask, type Result, setPipeline } from './ask.ts'
import { databaseErrorCode, isUnprepared } from './error-code.ts'
import { queryAlone } from './pipeline.ts'
import { isReadOnlyError } from './read-only.ts'
import { isReady, socketOf } from './time-limits.ts'

// Writes of which each is a transaction by itself may as well be one: those that are asked for in one turn of the event
// loop, or while others are committed, are sent together, begin and commit around them, and wait for the disk once. To
// whoever asks it is as if each were alone: it is told after the commit, and where one of them fails, all are undone and
// each is done by itself.

/** Writes that share a transaction at most. */
const mostTogether = 16
/** Transactions at a time: one waits for the disk while the next is worked on. */
const atOnce = 2
/** Milliseconds after which what comes next does not wait for a transaction. */
const lateAfter = 100
/** A lock that another one holds is waited for alone. */
const beginning = "begin; set local lock_timeout = '50ms'"

const canceled = '57014'

type Asker = {
  readonly asked: Asked
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** The writes of one pool that wait to be done, and those under way. */
class Writes {
  readonly #pool: Pool
  readonly #underWay = new Set<readonly Asker[]>()
  #asking: Asker[] = []
  /** Transactions that others wait for: one that is late is not waited for any more. */
  #busy = 0
  #isStarting = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  get waiting(): number {
    let waiting = this.#asking.length
    for (const askers of this.#underWay) waiting += askers.length
    return waiting
  }

  query(asked: Asked): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#asking.push({ asked, resolve, reject })
      this.#startSoon()
    })
  }

  /** When all that came in with this turn of the event loop was read. */
  #startSoon(): void {
    if (this.#isStarting || this.#busy >= atOnce) return
    this.#isStarting = true
    setImmediate(() => {
      this.#isStarting = false
      while (this.#busy < atOnce && this.#asking.length > 0) void this.#start()
    })
  }

  async #start(): Promise<void> {
    const askers = this.#asking.splice(0, mostTogether)
    let isBusy = true
    const leave = () => {
      if (!isBusy) return
      isBusy = false
      this.#busy -= 1
      if (this.#asking.length > 0) this.#startSoon()
    }
    this.#underWay.add(askers)
    this.#busy += 1
    const late = setTimeout(leave, lateAfter)
    await (askers.length === 1 ? doAlone(this.#pool, askers) : doTogether(this.#pool, askers))
    clearTimeout(late)
    this.#underWay.delete(askers)
    leave()
  }
}

/** Does each by itself; never fails. */
const doAlone = (pool: Pool, askers: readonly Asker[]) =>
  Promise.all(
    askers.map(({ asked, resolve, reject }) => queryAlone(pool, asked).then(({ result }) => resolve(result), reject)),
  )

/** Does all in one transaction, or each by itself where that one was undone; never fails. */
async function doTogether(pool: Pool, askers: readonly Asker[]): Promise<void> {
  const client = await pool.connect().catch((error) => {
    for (const { reject } of askers) reject(error)
  })
  if (!client) return
  const { begun, done, committed } = await send(client, askers)
  const isStale = done.some(
    (outcome) => isRejected(outcome) && (isUnprepared(outcome.reason) || isReadOnlyError(outcome.reason)),
  )
  client.release(isStale || !isReady(client) || client.getTransactionStatus() !== 'I')
  const mayBeAgain = isUndone(begun, committed, done)
  const again: Asker[] = []
  for (const [index, asker] of askers.entries()) {
    const outcome = done[index] as Outcome
    // One that took all the time that it may would do so again.
    if (mayBeAgain && codeOf(outcome) !== canceled) again.push(asker)
    else if (outcome.status === 'rejected') asker.reject(outcome.reason)
    // Where it did not begin, each was a transaction by itself.
    else if (begun.status === 'fulfilled' && committed.status === 'rejected') asker.reject(committed.reason)
    else asker.resolve(outcome.value)
  }
  // What comes next need not wait for one that waits for a lock.
  void doAlone(pool, again)
}

type Outcome = PromiseSettledResult<Result>

const isRejected = (outcome: Outcome): outcome is PromiseRejectedResult => outcome.status === 'rejected'

/** Sends all in one write; what became of each. */
async function send(client: PoolClient, askers: readonly Asker[]) {
  // A connection that breaks is told by what was asked on it.
  const ignore = () => {}
  client.on('error', ignore)
  setPipeline(client, true)
  const socket = socketOf(client)
  socket.cork()
  const begin = ask(client, { text: beginning, rowMode: 'array' })
  const writes = askers.map(({ asked }) => ask(client, asked))
  const commit = ask(client, { text: 'commit', rowMode: 'array' })
  socket.uncork()
  const [begun, committed, ...done] = await Promise.allSettled([begin, commit, ...writes])
  setPipeline(client, false)
  client.off('error', ignore)
  return { begun, committed, done }
}

/** Codes of a transaction that is refused at its end: an integrity constraint, or another transaction. */
const refused = /^(?:23...|40001|40P01)$/
/** Codes of a statement whose transaction can be committed no more: aborted by one before, or by a lock not waited for. */
const aborted = new Set(['25P02', '55P03'])

/**
 * Whether it is certain that nothing of a transaction was done. Of any other failure at its end nobody knows: some say
 * so by an error of their own, a proxy that lost the database among them.
 */
function isUndone(begun: Outcome, committed: Outcome, done: readonly Outcome[]): boolean {
  if (committed.status === 'fulfilled') return committed.value.command === 'ROLLBACK'
  return begun.status === 'fulfilled' && (refused.test(codeOf(committed)) || done.some((it) => aborted.has(codeOf(it))))
}

const codeOf = (outcome: Outcome): string =>
  outcome.status === 'rejected' ? (databaseErrorCode(outcome.reason) ?? '') : ''

const writesOf = (pool: Pool): Writes => processWideFor('writes', pool, () => new Writes(pool))

/**
 * Runs a statement that writes and is a transaction by itself, in one with others or alone. It fails as it does alone,
 * and is done once: not even where a connection breaks before the commit was answered is it tried again.
 */
export const writeTogether = (pool: Pool, asked: Asked): Promise<Result> => writesOf(pool).query(asked)

/** Statements that write and wait for their turn or for their answer. */
export const waitingToWrite = (pool: Pool): number => writesOf(pool).waiting
