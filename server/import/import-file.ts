import { basename } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import { importActions } from '#lib/actions/record-actions.ts'
import { publishLongTransactions, watchTransaction } from '#server/platform/audit/long-transaction.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { retryConflicts } from '#server/platform/db/retry-conflicts.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { ActorName, Context } from '#server/platform/runtime/context.ts'
import { withUnpacked } from './archive/unpack.ts'
import { checkFormat } from './check-format.ts'
import { takeDeletedRows } from './database/deleted-rows.ts'
import { type MergeCounts, mergeStagedRows } from './database/merge.ts'
import { describeProtected } from './database/open-reviews.ts'
import { repeatConflicts } from './database/repeat-conflicts.ts'
import { takeRepeatedRows } from './database/repeated-rows.ts'
import type { ResolvedNumbers } from './database/resolve-numbers.ts'
import { runSql } from './database/run-sql.ts'
import { indexStagedRows, stageRows } from './database/staging.ts'
import type { StagedRow } from './database/staging-table.ts'
import { takeMergeTurn } from './database/take-turn.ts'
import type { ImportOptions, ImportProgress, ImportSummary } from './import-summary.ts'
import { readOrganisationWords } from './mapping/organisation-labels.ts'
import { type PreparedImport, prepareImport } from './mapping/prepare-import.ts'
import { remarkNumbers } from './mapping/remark-numbers.ts'
import { createPeopleOfImport, type PeopleOfImport } from './people.ts'
import {
  createRefusalLog,
  describeRowIdentity,
  explainDeletion,
  explainOtherRecord,
  explainRepeat,
  type RefusalLog,
} from './refusals.ts'
import { openSource } from './source/open-source.ts'
import { digestRow } from './source/row-digest.ts'
import type { Source, SourceRow } from './source/source.ts'
import { allTargets } from './targets/all-targets.ts'
import { createRemarks, type RemarkList } from './targets/remarks.ts'
import type { Target } from './targets/target.ts'

export type ImportContext = Omit<Context, 'db' | 'actor'> & { readonly pool: Pool; readonly actor: ActorName }

type ImportRun = {
  readonly id: string
  readonly ctx: ImportContext
  readonly client: PoolClient
  readonly options: ImportOptions
  readonly name: string
  readonly target: Target
  readonly source: Source
  readonly prepared: PreparedImport
  readonly refusals: RefusalLog
  readonly people: PeopleOfImport
  readonly remarks: RemarkList
  readonly progress: (change: Partial<ImportProgress>) => void
  rows: number
}

/** Creates the identifier of an import. */
export const newImportId = (now: Date) => newId('import', now)

/**
 * Imports a file: valid rows are written in one transaction, the others are reported. An existing record is updated if
 * the file has another value, but only in the fields that the file fills; importing the file again changes nothing.
 * Review fields of a change and articles that people or API clients have edited keep their values. The history gets an
 * entry for each written record and one for the import. Memory does not grow with the file. Throws `not_found` and
 * `invalid_request` if the file cannot be read at all; then nothing is written.
 */
export async function importFile(
  ctx: ImportContext,
  options: ImportOptions,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<ImportSummary> {
  return withUnpacked(options.path, (path) =>
    repeatConflicts(() => importUnpacked(ctx, { ...options, path }, onProgress)),
  )
}

async function importUnpacked(
  ctx: ImportContext,
  options: ImportOptions,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportSummary> {
  const { entity, path, mapping = {}, encoding = mapping.encoding } = options
  const name = basename(path)
  const target = allTargets[entity]
  const remarks = createRemarks()
  const source = await openSource(path, { ...mapping, encoding })
  let state: ImportProgress = { phase: 'looking', done: 0, total: source.size, rows: 0, refused: 0 }
  const progress = (change: Partial<ImportProgress>) => {
    state = { ...state, ...change }
    onProgress(state)
  }
  progress({})
  checkFormat(source, entity, name)
  const words = await readOrganisationWords(drizzle(ctx.pool))
  const prepared = await prepareImport(source, target, { mapping, timeZone: options.timeZone, remarks, words })
  if (prepared.question !== undefined) throw new AppError('invalid_request', prepared.question)
  const refusals = createRefusalLog(source, options.refusedPath?.(source.header ? 'csv' : 'ndjson'))
  const people = createPeopleOfImport(target)
  const client = await ctx.pool.connect()
  const id = options.id ?? newImportId(ctx.now)
  try {
    return await writeInTransaction({
      id,
      ctx,
      client,
      options,
      name,
      target,
      source,
      prepared,
      refusals,
      people,
      remarks,
      progress,
      rows: 0,
    })
  } finally {
    client.release(true)
    await refusals.abandon()
  }
}

function summarize(
  run: ImportRun,
  { underReview, ...counts }: MergeCounts,
  refusedPath: string | undefined,
): ImportSummary {
  const { options, name, source, prepared, refusals, rows } = run
  const records = counts.inserted + counts.updated + counts.unchanged
  return {
    id: run.id,
    entity: options.entity,
    name,
    isDryRun: options.isDryRun ?? false,
    format: source.format,
    encoding: source.encoding,
    rows,
    ...counts,
    refused: refusals.count,
    superseded: rows - refusals.count - records,
    feeds: prepared.feeds,
    unused: prepared.unused,
    remarks: [...prepared.remarks, ...run.remarks.list(), ...run.people.remarks(), ...describeProtected(underReview)],
    refusals: refusals.first,
    refusedPath,
  }
}

async function writeInTransaction(run: ImportRun): Promise<ImportSummary> {
  const { ctx, client, target, prepared, options } = run
  const db = drizzle(client)
  const work = async (tx: Transaction) => {
    const watched = await watchTransaction(ctx.pool, tx)
    try {
      if (!options.isDryRun) await takeMergeTurn(client, options)
      const remark = (numbers: ResolvedNumbers) => remarkNumbers(target, prepared.feeds, run.remarks, numbers)
      await stageRows(client, target, readValidRows(run), { onStaged: remark, signal: options.signal })
      await indexStagedRows(client, target, prepared.choice)
      if (run.rows === 0) throw new AppError('invalid_request', `${run.name} has no rows.`)
      await refuseDeleted(run)
      await refuseRepeats(run)
      const refusedPath = await run.refusals.close()
      // A conflict with another writer repeats only the writing, not the reading of the file.
      return await retryConflicts(() =>
        tx.transaction(async (savepoint) => {
          const summary = summarize(run, await mergeRows(run, savepoint), refusedPath)
          await options.onWritten?.(savepoint, summary)
          return summary
        }),
      )
    } finally {
      await watched.publish()
    }
  }
  try {
    return await db.transaction(work, { isolationLevel: 'read committed' })
  } finally {
    await publishLongTransactions(drizzle(ctx.pool)).catch(() => {})
  }
}

/** Yields the valid rows, and adds the others to the refusals. */
async function* readValidRows(run: ImportRun): AsyncGenerator<readonly StagedRow[]> {
  const { client, target, source, prepared, people, progress, refusals } = run
  const onBytes = (done: number) => progress({ phase: 'reading', done, rows: run.rows, refused: refusals.count })
  for await (const portion of source.rows(onBytes)) {
    const valid: StagedRow[] = []
    for (const row of portion) {
      run.rows += 1
      const checked = prepared.checkRow(row)
      if ('cells' in checked)
        valid.push({ ordinal: row.ordinal, line: row.line, ...digestForOrigin(target, row), cells: checked.cells })
      else await refusals.add(row, checked.issues.join('; '))
    }
    yield people.resolve(drizzle(client), valid)
  }
}

const digestForOrigin = ({ hasOrigin }: Target, { raw, content }: SourceRow) =>
  hasOrigin && { digest: digestRow(raw ?? content) }

/** Refuses rows whose key an earlier row has; in a log, only those of another record. */
async function refuseRepeats(run: ImportRun): Promise<void> {
  const { client, target, source, prepared } = run
  const identity = target.identityColumn
  const isLog = prepared.choice !== 'first'
  if (isLog && !prepared.feeds.some(({ field }) => field === identity?.field)) return
  const remark = (key: string) => run.remarks.add(describeRowIdentity(target), key)
  const repeats = takeRepeatedRows(client, target, isLog ? identity?.name : undefined, remark)
  await refuseRows(run, repeats, ({ firstOrdinal, firstLine, identity, firstIdentity }) => {
    const first = { ordinal: firstOrdinal, line: firstLine, content: undefined }
    return identity !== null && firstIdentity !== null
      ? explainOtherRecord(target, source, first, [identity, firstIdentity])
      : explainRepeat(target, source, first)
  })
}

/** Refuses rows of records that the retention deleted. */
const refuseDeleted = (run: ImportRun) =>
  refuseRows(run, takeDeletedRows(drizzle(run.client), run.target), ({ day }) => explainDeletion(run.target, day))

/** Reads the source again to refuse the given rows, which are in the order of the source. */
async function refuseRows<Taken extends { readonly ordinal: number }>(
  { source, refusals }: ImportRun,
  portions: AsyncIterable<readonly Taken[]>,
  explain: (taken: Taken) => string,
): Promise<void> {
  const rows = flatten(portions)
  let next = await rows.next()
  if (next.done) return
  for await (const row of flatten(source.rows())) {
    if (row.ordinal !== next.value.ordinal) continue
    await refusals.add(row, explain(next.value))
    next = await rows.next()
    if (next.done) return
  }
}

async function* flatten<Item>(portions: AsyncIterable<readonly Item[]>): AsyncGenerator<Item> {
  for await (const portion of portions) yield* portion
}

async function mergeRows(run: ImportRun, tx: Transaction): Promise<MergeCounts> {
  const { ctx, id, name, target, prepared, refusals, progress, rows } = run
  const { isDryRun = false, entity, signal } = run.options
  progress({ phase: 'writing', done: 0, total: rows - refusals.count, rows, refused: refusals.count })
  const counts = await mergeStagedRows(tx, {
    target,
    choice: prepared.choice,
    isDryRun,
    filled: new Set(prepared.feeds.map(({ field }) => field)),
    author: { importId: id, actor: ctx.actor, now: ctx.now },
    onRecords(done) {
      signal?.throwIfAborted()
      progress({ done })
    },
  })
  const writtenCount = counts.inserted + counts.updated + counts.stubs
  if (writtenCount > 0 && !isDryRun) {
    const { underReview: _, ...effects } = counts
    const facts = { file: name, records: entity, rows, refused: refusals.count, ...effects }
    const changes = Object.fromEntries(Object.entries(facts).map(([field, to]) => [field, { from: null, to }]))
    await recordEvent({ ...ctx, db: tx, requestId: id }, importActions.create, id, changes)
    if (writtenCount > 1000) await runSql(tx, `analyze ${target.table}`)
  }
  return counts
}
