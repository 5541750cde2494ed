import { basename } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { databaseErrorCode } from '#server/platform/db/error-code.ts'
import { retryConflicts } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { type MergeCounts, mergeStagedRows } from './database/merge.ts'
import type { MergePlan } from './database/merge-statements.ts'
import { indexStagedRows, readRepeatedRows, type StagedRow, stageRows } from './database/staging.ts'
import { createEarlyStore, type EarlyStore } from './database/store-early.ts'
import type { ImportOptions, ImportProgress, ImportSummary } from './import-summary.ts'
import { type PreparedImport, prepareImport } from './mapping/prepare-import.ts'
import { createNotes } from './notes.ts'
import { createPeopleOfImport, type PeopleOfImport } from './people.ts'
import { createRefusalLog, type RefusalLog } from './refusals.ts'
import { openSource } from './source/open-source.ts'
import type { Source } from './source/source.ts'
import { allTargets } from './targets/all-targets.ts'
import type { Target } from './targets/target.ts'

export type ImportContext = Omit<Context, 'db'> & { readonly pool: Pool }

type Run = {
  readonly target: Target
  readonly source: Source
  readonly prepared: PreparedImport
  readonly refusals: RefusalLog
  readonly people: PeopleOfImport
  readonly progress: (change: Partial<ImportProgress>) => void
  rows: number
}

/** What the database says where another writer came in between: conflicts, and a record that was new when looked for. */
const conflicts = new Set(['40001', '40P01', '23505'])

/**
 * Imports a file: its good rows go in, in one transaction; the others are reported. A record that is there already is
 * written where the file tells another value, but only the fields that the file feeds; running it again changes nothing.
 * What people or clients of the API have written to the review fields of a change, or to an article, is kept. A run that
 * wrote something leaves one event in the history. Memory does not grow with the file.
 * Throws `not_found` and `invalid_request` when the file cannot be read at all; nothing is written then.
 */
export async function importFile(
  ctx: ImportContext,
  options: ImportOptions,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<ImportSummary> {
  if (options.isDryRun) return runImport(ctx, options, onProgress, false)
  try {
    return await runImport(ctx, options, onProgress, true)
  } catch (error) {
    if (!conflicts.has(databaseErrorCode(error) ?? '')) throw error
    return runImport(ctx, options, onProgress, false)
  }
}

/** `isEarly`: rows are stored while the file is still read; what another writer comes in between with undoes it all. */
async function runImport(
  ctx: ImportContext,
  options: ImportOptions,
  onProgress: (progress: ImportProgress) => void,
  isEarly: boolean,
): Promise<ImportSummary> {
  const target = allTargets[options.entity]
  const name = options.name ?? basename(options.path)
  const mapping = options.mapping ?? {}
  const notes = createNotes()
  const source = await openSource(options.path, {
    encoding: options.encoding ?? mapping.encoding,
    delimiter: mapping.delimiter,
  })
  let state: ImportProgress = { phase: 'looking', done: 0, total: source.size, rows: 0, refused: 0 }
  const progress = (change: Partial<ImportProgress>) => {
    state = { ...state, ...change }
    onProgress(state)
  }
  progress({})
  if (source.format === 'Markdown' && options.entity !== 'articles') {
    throw new AppError('invalid_request', `${name} is Markdown, which only articles are read from.`)
  }
  if (options.entity === 'articles' && isMarkdownHeader(source.header)) {
    throw new AppError(
      'invalid_request',
      `${name} looks like Markdown. Name it with the ending .md to import it as an article.`,
    )
  }
  const prepared = await prepareImport(source, target, mapping, options.timeZone, notes)
  const refusals = createRefusalLog(source, options.refusedPath?.(source.header ? 'csv' : 'ndjson'))
  const people = createPeopleOfImport(target)
  const run: Run = { target, source, prepared, refusals, people, progress, rows: 0 }
  const client = await ctx.pool.connect()
  try {
    const bring = isEarly ? bringInEarly : bringIn
    const { counts, refusedPath } = await bring({ ctx, client, run, options, name })
    const records = counts.inserted + counts.updated + counts.unchanged
    return {
      ...{ entity: options.entity, name, isDryRun: options.isDryRun ?? false },
      ...{ format: source.format, encoding: source.encoding, rows: run.rows, ...counts },
      ...{ refused: refusals.count, superseded: run.rows - refusals.count - records },
      ...{
        feeds: prepared.feeds,
        unused: prepared.unused,
        remarks: [...prepared.remarks, ...notes.list(), ...people.remarks()],
      },
      ...{ refusals: refusals.first, refusedPath },
    }
  } finally {
    client.release(true)
    await refusals.abandon()
  }
}

/** Whether a header is a heading or begins a front matter. */
const isMarkdownHeader = (header: Source['header']) => /^(?:#{1,6} |---$)/.test(header?.[0] ?? '')

type Task = {
  readonly ctx: ImportContext
  readonly client: PoolClient
  readonly run: Run
  readonly options: ImportOptions
  readonly name: string
}
type Outcome = { readonly counts: MergeCounts; readonly refusedPath: string | undefined }

/** Reads everything, then writes it; where another writer gets in the way, it writes the staged rows again. */
function bringIn(task: Task): Promise<Outcome> {
  const { client, run, options } = task
  const { target, prepared } = run
  const db = drizzle(client)
  return db.transaction(async (tx) => {
    await stageRows(client, target, goodRows(task), async () => {}, options.signal)
    await indexStagedRows(client, target, prepared.isLastState)
    const refusedPath = await settleRefusals(task)
    const write = () => tx.transaction((savepoint) => writeRows(task, savepoint))
    return { counts: await retryConflicts(db, write), refusedPath }
  })
}

/** The same in one transaction from the beginning, in which rows are stored while others are read. */
function bringInEarly(task: Task): Promise<Outcome> {
  const { client, run, options } = task
  const { target, prepared } = run
  return drizzle(client).transaction(async (tx) => {
    const early = createEarlyStore(client, planOf(task))
    await stageRows(client, target, goodRows(task), early.store, options.signal)
    if (!early.isComplete) await indexStagedRows(client, target, prepared.isLastState)
    const refusedPath = await settleRefusals(task, early)
    return { counts: await writeRows(task, tx, early), refusedPath }
  })
}

/** The rows that may be written; those that may not go to the refusals. */
async function* goodRows({ client, run }: Task): AsyncGenerator<readonly StagedRow[]> {
  const onBytes = (done: number) =>
    run.progress({ phase: 'reading', done, rows: run.rows, refused: run.refusals.count })
  for await (const portion of run.source.rows(onBytes)) {
    const good: StagedRow[] = []
    for (const row of portion) {
      run.rows += 1
      const checked = run.prepared.checkRow(row)
      if ('cells' in checked) good.push({ ordinal: row.ordinal, line: row.line, cells: checked.cells })
      else await run.refusals.add(row, checked.issues.join('; '))
    }
    yield run.people.resolve(drizzle(client), good)
  }
}

/** Reports what else is not taken once all was read, and gives the file of what was refused. */
async function settleRefusals({ client, run, name }: Task, early?: EarlyStore): Promise<string | undefined> {
  if (run.rows === 0) throw new AppError('invalid_request', `${name} has no rows.`)
  if (!run.prepared.isLastState && !early?.isComplete) await refuseRepeats(client, run)
  return run.refusals.close()
}

/** Reads the source once more to report the rows whose record an earlier row has already. */
async function refuseRepeats(client: PoolClient, { target, source, refusals }: Run): Promise<void> {
  const repeats = eachOf(readRepeatedRows(client, target))
  let next = await repeats.next()
  if (next.done) return
  for await (const portion of source.rows()) {
    for (const row of portion) {
      if (next.done) return
      if (row.ordinal !== next.value.ordinal) continue
      const first = { ordinal: next.value.firstOrdinal, line: next.value.firstLine, content: undefined }
      await refusals.add(row, `${target.key} is that of ${source.place(first)}, which is taken`)
      next = await repeats.next()
    }
  }
}

async function* eachOf<Item>(portions: AsyncIterable<readonly Item[]>): AsyncGenerator<Item> {
  for await (const portion of portions) yield* portion
}

function planOf({ ctx, run: { target, prepared } }: Task): MergePlan {
  const fed = new Set(prepared.feeds.map(({ field }) => field))
  return { target, fed, isLastState: prepared.isLastState, now: ctx.now }
}

async function writeRows(task: Task, tx: Transaction, early?: EarlyStore): Promise<MergeCounts> {
  const { ctx, client, name } = task
  const { target, refusals, progress, rows } = task.run
  const { isDryRun = false, entity, signal } = task.options
  progress({ phase: 'writing', done: 0, total: rows - refusals.count, rows, refused: refusals.count })
  const merged = await mergeStagedRows(client, {
    ...{ ...planOf(task), isDryRun, early },
    onRecords(done) {
      signal?.throwIfAborted()
      progress({ done })
    },
  })
  if (written(merged) > 0 && !isDryRun) {
    const told = { file: name, records: entity, rows, refused: refusals.count, ...merged }
    const changes = Object.fromEntries(Object.entries(told).map(([field, to]) => [field, { from: null, to }]))
    await recordEvent({ ...ctx, db: tx }, 'create', 'import', newId('imp', ctx.now), changes)
    if (written(merged) > 1000) await client.query(`analyze ${target.table}`)
  }
  return merged
}

const written = ({ inserted, updated, stubs }: MergeCounts) => inserted + updated + stubs
