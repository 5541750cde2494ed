import { basename } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import { readOrganisationWords } from '#server/import/mapping/organisation-labels.ts'
import { publishLongTransactions, watchTransaction } from '#server/platform/audit/long-transaction.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { databaseErrorCode } from '#server/platform/db/error-code.ts'
import { retryConflicts } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { ActorName, Context } from '#server/platform/runtime/context.ts'
import { withUnpacked } from './archive/unpack.ts'
import { changeNumberIssue } from './cells/change-number.ts'
import { checkFormat } from './check-format.ts'
import { type MergeCounts, mergeStagedRows } from './database/merge.ts'
import type { MergePlan } from './database/merge-statements.ts'
import { protectedRemarks } from './database/open-reviews.ts'
import type { ResolvedNumbers } from './database/resolve-numbers.ts'
import { indexStagedRows, readRepeatedRows, type StagedPortion, type StagedRow, stageRows } from './database/staging.ts'
import { createEarlyStore, type EarlyStore } from './database/store-early.ts'
import { takeTurn } from './database/take-turn.ts'
import type { ImportOptions, ImportProgress, ImportSummary, RowOutcome, SourceOptions } from './import-summary.ts'
import { type PreparedImport, prepareImport } from './mapping/prepare-import.ts'
import { labelOf } from './mapping/row-reader.ts'
import { createPeopleOfImport, type PeopleOfImport } from './people.ts'
import { createRefusalLog, type RefusalLog, repeatReason } from './refusals.ts'
import { type JsonRow, openRows } from './source/memory-source.ts'
import { openSource } from './source/open-source.ts'
import type { Source, SourceRow } from './source/source.ts'
import { allTargets } from './targets/all-targets.ts'
import { createNotes, type NoteBook } from './targets/notes.ts'
import type { Target } from './targets/target.ts'

export type ImportContext = Omit<Context, 'db' | 'actor'> & { readonly pool: Pool; readonly actor: ActorName }

type Run = {
  readonly id: string
  readonly ctx: ImportContext
  readonly client: PoolClient
  readonly options: SourceOptions
  readonly name: string
  readonly target: Target
  readonly source: Source
  readonly prepared: PreparedImport
  readonly refusals: RefusalLog
  readonly people: PeopleOfImport
  readonly notes: NoteBook
  readonly progress: (change: Partial<ImportProgress>) => void
  /** What became of each row, by its number; only for rows in memory. */
  readonly outcomes: Map<number, RowOutcome> | undefined
  rows: number
}

/** A new identifier of an import. */
export const newImportId = (now: Date) => newId('import', now)

/** Number of times that an import is read and written in spite of concurrent writes of the same records. */
const attempts = 3
/** Error codes after a concurrent write: conflicts, and a key that was inserted since it was looked up. */
const conflictCodes = new Set(['40001', '40P01', '23505'])

/**
 * Imports a file: valid rows are written in one transaction, the others are reported. An existing record is updated if
 * the file has another value, but only in the fields that the file fills; importing the file again changes nothing.
 * Review fields of a change and articles that people or API clients have edited keep their values. Each record that was
 * written has its entry in the history, and so has the import. Memory does not grow with the file.
 * Throws `not_found` and `invalid_request` if the file cannot be read at all; then nothing is written.
 */
export async function importFile(
  ctx: ImportContext,
  options: ImportOptions,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<ImportSummary> {
  return withUnpacked(options.path, async (path) => {
    const { encoding = options.mapping?.encoding, mapping } = options
    const open = () => openSource(path, { encoding, delimiter: mapping?.delimiter })
    return importSource({ ctx, options, name: basename(path), open, onProgress })
  })
}

type RowOptions = Omit<SourceOptions, 'onWritten' | 'refusedPath' | 'isDryRun'> & {
  /** Where the rows are from, for messages. */
  readonly name: string
  /** Called at the end of the transaction, with what became of each row, in their order. */
  readonly onWritten: (tx: Transaction, summary: ImportSummary, outcomes: readonly RowOutcome[]) => Promise<void>
}

/** Imports rows in memory like a file of JSON. The import itself has no entry in the history: its caller records it. */
export function importRows(ctx: ImportContext, rows: readonly JsonRow[], options: RowOptions): Promise<ImportSummary> {
  const { onWritten, name, ...others } = options
  const outcomes = new Map<number, RowOutcome>()
  const unread = { reason: 'was not read' }
  return importSource({
    ...{ ctx, name, outcomes, open: async () => openRows(rows), onProgress() {} },
    options: {
      ...others,
      onWritten: (tx, summary) =>
        onWritten(
          tx,
          summary,
          rows.map((_, index) => outcomes.get(index + 1) ?? unread),
        ),
    },
  })
}

type SourceImport = Pick<Run, 'ctx' | 'options' | 'name'> & {
  readonly outcomes?: Map<number, RowOutcome>
  readonly open: () => Promise<Source>
  readonly onProgress: (progress: ImportProgress) => void
}

async function importSource(request: SourceImport): Promise<ImportSummary> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runImport(request, attempt === 1 && !request.options.isDryRun)
    } catch (error) {
      if (attempt === attempts || !conflictCodes.has(databaseErrorCode(error) ?? '')) throw error
    }
  }
}

/** With `isEarly`, rows are stored while the source is still being read; a conflict with another writer then fails it. */
async function runImport({ ctx, options, name, ...request }: SourceImport, isEarly: boolean): Promise<ImportSummary> {
  const target = allTargets[options.entity]
  const notes = createNotes()
  const source = await request.open()
  let state: ImportProgress = { phase: 'looking', done: 0, total: source.size, rows: 0, refused: 0 }
  const progress = (change: Partial<ImportProgress>) => {
    state = { ...state, ...change }
    request.onProgress(state)
  }
  progress({})
  checkFormat(source, options.entity, name)
  const words = await readOrganisationWords(ctx.pool)
  const prepared = await prepareImport(source, target, options.mapping ?? {}, options.timeZone, notes, words)
  if (prepared.question !== undefined) throw new AppError('invalid_request', prepared.question)
  const refusals = createRefusalLog(source, options.refusedPath?.(source.header ? 'csv' : 'ndjson'))
  const people = createPeopleOfImport(target)
  const client = await ctx.pool.connect()
  const id = options.id ?? newImportId(ctx.now)
  const { outcomes } = request
  const run: Run = {
    ...{ id, ctx, client, options, name, target, source, prepared, refusals, people, notes, progress, outcomes },
    rows: 0,
  }
  try {
    return await writeInTransaction(run, isEarly)
  } finally {
    client.release(true)
    await refusals.abandon()
  }
}

function summaryOf(run: Run, { underReview, ...counts }: MergeCounts, refusedPath: string | undefined): ImportSummary {
  const { options, name, source, prepared, refusals, rows } = run
  const records = counts.inserted + counts.updated + counts.unchanged
  return {
    ...{ id: run.id, entity: options.entity, name, isDryRun: options.isDryRun ?? false },
    ...{ format: source.format, encoding: source.encoding, rows, ...counts },
    ...{ refused: refusals.count, superseded: rows - refusals.count - records },
    ...{ feeds: prepared.feeds, unused: prepared.unused },
    remarks: [...prepared.remarks, ...run.notes.list(), ...run.people.remarks(), ...protectedRemarks(underReview)],
    ...{ refusals: refusals.first, refusedPath },
  }
}

function writeInTransaction(run: Run, isEarly: boolean): Promise<ImportSummary> {
  const { ctx, client, target, prepared, options } = run
  const db = drizzle(client)
  const written = db.transaction(async (tx) => {
    // Rows in memory are few, and their connection is the only one of its pool.
    const watched = run.outcomes ? undefined : await watchTransaction(ctx.pool, tx)
    try {
      if (!options.isDryRun && !run.outcomes) await takeTurn(client, options)
      const early = isEarly ? createEarlyStore(client, planOf(run)) : undefined
      const onStaged = async (portion: StagedPortion, numbers: ResolvedNumbers) => {
        noteNumbers(run, numbers)
        await early?.store(portion)
      }
      await stageRows(client, target, validRows(run), onStaged, options.signal)
      if (!early?.isComplete) await indexStagedRows(client, target, prepared.choice)
      if (run.rows === 0) throw new AppError('invalid_request', `${run.name} has no rows.`)
      if (prepared.choice === 'first' && !early?.isComplete) await refuseRepeats(run)
      const refusedPath = await run.refusals.close()
      const counts = early
        ? await mergeRows(run, tx, early)
        : await retryConflicts(db, () => tx.transaction((savepoint) => mergeRows(run, savepoint)))
      const summary = summaryOf(run, counts, refusedPath)
      await options.onWritten?.(tx, summary)
      return summary
    } finally {
      await watched?.publish()
    }
  })
  return written.finally(() => (run.outcomes ? undefined : publishLongTransactions(drizzle(ctx.pool)).catch(() => {})))
}

/** Notes the names of changes that were left empty, and the keys under which rows are stored. */
function noteNumbers({ target, prepared, notes, outcomes }: Run, { renamed, unreadable }: ResolvedNumbers): void {
  const feed = prepared.feeds.find(({ field }) => target.changeColumns.includes(field))
  const label = feed ? labelOf(feed) : target.changeColumns.join()
  for (const text of unreadable) notes.add(`${label} is left empty where it cannot be read`, changeNumberIssue(text))
  for (const { ordinal, to } of renamed) if (outcomes?.has(ordinal)) outcomes.set(ordinal, { key: to })
}

/** The rows that may be written; the others go to the refusals. */
async function* validRows(run: Run): AsyncGenerator<readonly StagedRow[]> {
  const { client, source, prepared, people, progress, target, refusals } = run
  const keyAt = target.columns.findIndex(({ name }) => name === target.key)
  const onBytes = (done: number) => progress({ phase: 'reading', done, rows: run.rows, refused: refusals.count })
  for await (const portion of source.rows(onBytes)) {
    const valid: StagedRow[] = []
    for (const row of portion) {
      run.rows += 1
      const checked = prepared.checkRow(row)
      if ('cells' in checked) {
        valid.push({ ordinal: row.ordinal, line: row.line, cells: checked.cells })
        run.outcomes?.set(row.ordinal, { key: String(checked.cells[keyAt]) })
      } else await refuse(run, row, checked.issues.join('; '))
    }
    yield people.resolve(drizzle(client), valid)
  }
}

function refuse({ refusals, outcomes }: Run, row: SourceRow, reason: string): Promise<void> {
  outcomes?.set(row.ordinal, { reason })
  return refusals.add(row, reason)
}

/** Reads the source again to report the rows whose record an earlier row already has. */
async function refuseRepeats(run: Run): Promise<void> {
  const { client, target, source } = run
  const repeats = eachOf(readRepeatedRows(client, target))
  let next = await repeats.next()
  if (next.done) return
  for await (const row of eachOf(source.rows())) {
    if (row.ordinal !== next.value.ordinal) continue
    const first = { ordinal: next.value.firstOrdinal, line: next.value.firstLine, content: undefined }
    await refuse(run, row, repeatReason(target, source, first))
    next = await repeats.next()
    if (next.done) return
  }
}

async function* eachOf<Item>(portions: AsyncIterable<readonly Item[]>): AsyncGenerator<Item> {
  for await (const portion of portions) yield* portion
}

function planOf({ ctx, id, target, prepared }: Run): MergePlan {
  const filled = new Set(prepared.feeds.map(({ field }) => field))
  const author = { importId: id, actor: ctx.actor, now: ctx.now }
  return { target, filled, choice: prepared.choice, author }
}

async function mergeRows(run: Run, tx: Transaction, early?: EarlyStore): Promise<MergeCounts> {
  const { ctx, client, name, target, refusals, progress, rows } = run
  const { isDryRun = false, entity, signal } = run.options
  progress({ phase: 'writing', done: 0, total: rows - refusals.count, rows, refused: refusals.count })
  const counts = await mergeStagedRows(client, {
    ...{ ...planOf(run), isDryRun, early },
    onRecords(done) {
      signal?.throwIfAborted()
      progress({ done })
    },
  })
  const written = counts.inserted + counts.updated + counts.stubs
  if (written > 0 && !isDryRun && !run.outcomes) {
    const { underReview: _, ...effects } = counts
    const facts = { file: name, records: entity, rows, refused: refusals.count, ...effects }
    const changes = Object.fromEntries(Object.entries(facts).map(([field, to]) => [field, { from: null, to }]))
    await recordEvent({ ...ctx, db: tx, requestId: run.id }, 'create', 'import', run.id, changes)
    if (written > 1000) await client.query(`analyze ${target.table}`)
  }
  return counts
}
