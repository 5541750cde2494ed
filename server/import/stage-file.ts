import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { takeDeletedRows } from './database/deleted-rows.ts'
import { takeRepeatedRows } from './database/repeated-rows.ts'
import { indexStagedRows, stageRows } from './database/staging.ts'
import type { StagedRow } from './database/staging-table.ts'
import type { ReportProgress } from './import-summary.ts'
import { remarkNumbers } from './mapping/remark-numbers.ts'
import type { ImportedFile } from './open-file.ts'
import { describeRowIdentity, explainDeletion, explainOtherRecord, explainRepeat } from './refusals.ts'
import { digestRow } from './source/row-digest.ts'
import type { SourceRow } from './source/source.ts'
import type { Target } from './targets/target.ts'

type StageOptions = { readonly onProgress: ReportProgress; readonly signal: AbortSignal | undefined }

/**
 * Copies the valid rows of a file into a new staging table and refuses the others. Returns the number of all rows.
 * Throws `invalid_request` for a file without rows. Call it inside a transaction.
 */
export async function stageFile(
  client: PoolClient,
  file: ImportedFile,
  { onProgress, signal }: StageOptions,
): Promise<number> {
  const { name, target, source, prepared, refusals, remarks } = file
  let rows = 0
  const portions = source.rows((done) => onProgress({ phase: 'reading', done, rows, refused: refusals.count }))
  const validRows = takeValidRows(drizzle(client), file, portions, () => {
    rows += 1
  })
  await stageRows(client, target, validRows, {
    onStaged: (numbers) => remarkNumbers(target, prepared.feeds, remarks, numbers),
    signal,
  })
  await indexStagedRows(client, target, prepared.choice)
  if (rows === 0) throw new AppError('invalid_request', `${name} has no rows.`)
  await refuseDeleted(client, file)
  await refuseRepeats(client, file)
  return rows
}

/** Yields the valid rows, and adds the others to the refusals. Calls `onRow` for each row. */
async function* takeValidRows(
  db: Queryable,
  { target, prepared, people, refusals }: ImportedFile,
  portions: AsyncIterable<readonly SourceRow[]>,
  onRow: () => void,
): AsyncGenerator<readonly StagedRow[]> {
  for await (const portion of portions) {
    const valid: StagedRow[] = []
    for (const row of portion) {
      onRow()
      const checked = prepared.checkRow(row)
      if ('cells' in checked)
        valid.push({ ordinal: row.ordinal, line: row.line, ...digestForOrigin(target, row), cells: checked.cells })
      else await refusals.add(row, checked.issues.join('; '))
    }
    yield people.resolve(db, valid)
  }
}

const digestForOrigin = ({ hasOrigin }: Target, { raw, content }: SourceRow) =>
  hasOrigin && { digest: digestRow(raw ?? content) }

/** Refuses rows of records that the retention deleted. */
const refuseDeleted = (client: PoolClient, file: ImportedFile) =>
  refuseRows(file, takeDeletedRows(drizzle(client), file.target), ({ day }) => explainDeletion(file.target, day))

/** Refuses rows whose key an earlier row has; in a log, only those of another record. */
async function refuseRepeats(client: PoolClient, file: ImportedFile): Promise<void> {
  const { target, source, prepared, remarks } = file
  const identity = target.identityColumn
  const isLog = prepared.choice !== 'first'
  if (isLog && !prepared.feeds.some(({ field }) => field === identity?.field)) return
  const remark = (key: string) => remarks.add(describeRowIdentity(target), key)
  const repeats = takeRepeatedRows(client, target, isLog ? identity?.name : undefined, remark)
  await refuseRows(file, repeats, ({ firstOrdinal, firstLine, identity, firstIdentity }) => {
    const first = { ordinal: firstOrdinal, line: firstLine, content: undefined }
    return identity !== null && firstIdentity !== null
      ? explainOtherRecord(target, source, first, [identity, firstIdentity])
      : explainRepeat(target, source, first)
  })
}

/** Reads the source again to refuse the given rows, which are in the order of the source. */
async function refuseRows<Taken extends { readonly ordinal: number }>(
  { source, refusals }: Pick<ImportedFile, 'source' | 'refusals'>,
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
