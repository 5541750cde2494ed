import { basename } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { explainBadNumber } from './cells/change-number.ts'
import { quoteCell } from './cells/text.ts'
import { findUndecided, takeDeletedRows, takeRepeatedRows } from './database/repeated-rows.ts'
import { indexStagedRows, type ResolvedNumbers, type StagedRow, stageRows } from './database/staging.ts'
import { createPeopleOfImport, createRefusalLog, type ImportOptions, type ReportProgress } from './import-report.ts'
import type { Feed } from './mapping/plan-feeds.ts'
import { prepareImport } from './mapping/prepare-import.ts'
import { rowAnswers } from './mapping/questions.ts'
import { labelFeed } from './mapping/row-reader.ts'
import { readOrganisationWords, readSample } from './mapping/sample.ts'
import { openSource } from './source/open-source.ts'
import { digestRow, type SourceRow } from './source/source.ts'
import { allTargets } from './targets/all-targets.ts'
import { createRemarks, type RowRemarks, type Target } from './targets/target.ts'

/** A record of which several different rows may be the one that counts, with up to ten of them. */
type RowQuestion = NonNullable<ImportPreview['row_question']>

/**
 * Copies the valid rows of a file into a new staging table and refuses the others. Returns the number of all rows, and
 * the question that they leave open. Throws `invalid_request` for a file without rows. Call it inside a transaction.
 */
export async function stageFile(
  client: PoolClient,
  file: ImportedFile,
  report: ReportProgress = () => {},
  signal?: AbortSignal,
): Promise<{ rows: number; question: RowQuestion | null }> {
  const { name, target, source, prepared, refusals, remarks } = file
  const db = drizzle(client)
  let rows = 0
  const portions = source.rows((done) => report({ phase: 'reading', done, rows, refused: refusals.count }))
  const validRows = takeValidRows(db, file, portions, () => {
    rows += 1
  })
  await stageRows(client, target, validRows, {
    onStaged: (numbers) => remarkNumbers(target, prepared.feeds, remarks, numbers),
    signal,
  })
  await indexStagedRows(db, target, prepared.choice)
  if (rows === 0) throw new AppError('invalid_request', `${name} has no rows.`)
  const { entity, key } = target
  await refuseRows(
    file,
    takeDeletedRows(db, target),
    ({ day }) =>
      `has a ${key} of the ${entity} that the retention deleted, on ${day}: an import does not bring them back`,
  )
  await refuseRepeats(db, file)
  return { rows, question: await askRows(db, file) }
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
      const { ordinal, line, raw, content, fault } = row
      const isRead = content !== undefined && fault === undefined
      const checked = isRead ? prepared.checkRow(content) : { issues: [fault ?? 'is empty'] }
      if ('issues' in checked) await refusals.add(row, checked.issues.join('; '))
      else {
        const digest = target.hasOrigin ? digestRow(raw ?? content) : undefined
        valid.push({ ordinal, line, digest, cells: checked.cells })
      }
    }
    yield people.resolve(db, valid)
  }
}

/** Refuses rows whose key an earlier row has; in a log, only those of another record. */
async function refuseRepeats(db: Queryable, file: ImportedFile): Promise<void> {
  const { target, source, prepared, remarks } = file
  const { name: column, field = 'identifier' } = target.identityColumn ?? {}
  const { refusesRepeats } = prepared.choice
  if (!refusesRepeats && !prepared.feeds.some((feed) => feed.field === target.identityColumn?.field)) return
  const remark = (key: string) =>
    remarks.add(`${field} differs between the rows of one record, so it identifies rows`, key)
  const repeats = takeRepeatedRows(db, target, refusesRepeats ? undefined : column, remark)
  await refuseRows(file, repeats, ({ firstOrdinal, firstLine, identity, firstIdentity }) => {
    const first = source.place({ ordinal: firstOrdinal, line: firstLine, content: undefined })
    if (identity === null || firstIdentity === null) return `repeats the ${target.key} of ${first}`
    return `has the ${target.key} of ${first}, which is another record: its ${field} is ${identity}, and there ${firstIdentity}`
  })
}

/** Reads the source again to refuse the given rows, which are in the order of the source. */
async function refuseRows<Taken extends { readonly ordinal: number; readonly key: string }>(
  { source, refusals }: Pick<ImportedFile, 'source' | 'refusals'>,
  portions: AsyncIterable<readonly Taken[]>,
  explain: (taken: Taken) => string,
): Promise<void> {
  const rows = flatten(portions)
  let next = await rows.next()
  if (next.done) return
  for await (const row of flatten(source.rows())) {
    if (row.ordinal !== next.value.ordinal) continue
    await refusals.add(row, explain(next.value), next.value.key)
    next = await rows.next()
    if (next.done) return
  }
}

async function* flatten<Item>(portions: AsyncIterable<readonly Item[]>): AsyncGenerator<Item> {
  for await (const portion of portions) yield* portion
}

async function askRows(db: Queryable, { target, source, prepared }: ImportedFile): Promise<RowQuestion | null> {
  const found = await findUndecided(db, target, prepared.choice)
  if (!found) return null
  const fields = target.columns.map(({ name }) => name).filter((name) => Object.hasOwn(target.fields, name))
  const valuesOf = (row: object, name: string) => (row as Readonly<Record<string, unknown>>)[name] ?? null
  const differing = fields.filter(
    (name) => new Set(found.rows.map(({ values }) => JSON.stringify(valuesOf(values, name)))).size > 1,
  )
  return {
    field: target.key,
    key: found.key,
    records: found.count,
    equal_in: prepared.latestColumns,
    rows: found.rows.map(({ ordinal, line, values }) => ({
      place: source.place({ ordinal, line, content: undefined }),
      values: Object.fromEntries(differing.map((name) => [name, valuesOf(values, name)])),
    })),
  }
}

/** Formats the question for an import that nobody watches. */
export function describeRowQuestion({ field, key, rows, records, equal_in }: RowQuestion): string {
  const places = rows.map(({ place }) => place)
  const listed = places.length > 3 ? [...places.slice(0, 3), `${places.length - 3} more`] : places
  const equal = equal_in.length === 0 ? '' : `, are equal in ${equal_in.join(' and ')}`
  const others = records === 1 ? '' : ` So it is with ${records.toLocaleString('en')} records.`
  return `Several rows have the ${field} ${key} (${listed.join(', ')})${equal} and differ, and nothing says which one counts.${others} Say it with ${rowAnswers}.`
}

export type SampledFile = Awaited<ReturnType<typeof sampleFile>>

/** An open file, the rules for reading its rows, and the findings about them. */
export type ImportedFile = Awaited<ReturnType<typeof prepareFile>>

type FileOptions = Pick<ImportOptions, 'path' | 'entity' | 'mapping' | 'refusedPath'>

/** Opens a file and reads its columns. Throws `not_found` and `invalid_request` if it cannot be read. */
export async function sampleFile({ path, entity, mapping = {} }: FileOptions) {
  const name = basename(path)
  const target = allTargets[entity]
  const source = await openSource(path, mapping, entity)
  const refuse = (message: string) => {
    throw new AppError('invalid_request', `${name} ${message}.`)
  }
  if (source.format === 'Markdown' && entity !== 'articles') refuse('is Markdown, which only articles are read from')
  if (entity === 'articles' && /^(?:#{1,6} |---$)/.test(source.header?.[0] ?? ''))
    refuse('looks like Markdown. Name it with the ending .md to import it as an article')
  const sample = await readSample(source, target.fields)
  if (sample.columns.length === 0) {
    for await (const row of flatten(source.rows()))
      refuse(`has no row that can be read: ${source.place(row)} ${row.fault ?? 'is empty'}`)
    refuse('has no rows')
  }
  return { name, target, source, sample }
}

/** Decides how to read the rows of a file. Throws `invalid_request` if they cannot be read. */
export async function prepareFile(db: Queryable, file: SampledFile, { mapping = {}, refusedPath }: FileOptions) {
  const { target, source, sample } = file
  const remarks = createRemarks()
  const words = await readOrganisationWords(db)
  return {
    ...file,
    prepared: await prepareImport(source, target, { sample, mapping, remarks, words }),
    people: createPeopleOfImport(target),
    refusals: createRefusalLog(source, refusedPath?.(source.header ? 'csv' : 'ndjson')),
    remarks,
  }
}

export const openFile = async (db: Queryable, options: FileOptions) =>
  prepareFile(db, await sampleFile(options), options)

export function remarkNumbers(
  { changeColumns }: Target,
  feeds: readonly Feed[],
  remarks: RowRemarks,
  { unreadable, taken }: Pick<ResolvedNumbers, 'unreadable' | 'taken'>,
): void {
  for (const { column, text } of taken) remarks.count(`${column} of another record is left empty`, quoteCell(text))
  const feed = feeds.find(({ field }) => changeColumns.includes(field))
  const label = feed ? labelFeed(feed) : changeColumns.join()
  for (const text of unreadable) remarks.add(`${label} is left empty where it cannot be read`, explainBadNumber(text))
}
