import { type AccountColumns, type AccountRow, maxAccountRows } from '#lib/contracts/app/account-rows.ts'
import { shorten } from '#lib/text/shorten.ts'
import { utcClock } from '#server/import/cells/time-zone.ts'
import { assignColumns } from '#server/import/mapping/plan-feeds.ts'
import { createRowReader } from '#server/import/mapping/row-reader.ts'
import { nameColumns } from '#server/import/source/column-names.ts'
import { readCsvRows } from '#server/import/source/csv-rows.ts'
import { findDelimiter } from '#server/import/source/delimiter.ts'
import { invalidField } from '#server/platform/errors.ts'
import { accountFields } from './account-fields.ts'

type AccountField = keyof AccountRow
const fieldNames = Object.keys(accountFields) as AccountField[]

/** A file of accounts as it is read. */
export type AccountFile = {
  /** Empty while a required field has no column. */
  readonly rows: AccountRow[]
  readonly columns: string[]
  /** The columns that fill each field; several are joined. */
  readonly fields: { field: AccountField; columns: string[]; is_required: boolean }[]
  readonly ignoredColumns: string[]
}

/**
 * The rows of a CSV file with a header, read as imports read CSV; columns that are not chosen are recognised by their
 * names. Throws `invalid_parameter` for a file that cannot be read or is too long, `invalid_request` for a chosen column
 * that it lacks.
 */
export async function readAccountRows(csv: string, chosen: AccountColumns = {}): Promise<AccountFile> {
  const [titles = [], ...lines] = await parseCsv(csv)
  const columns = nameColumns(titles).names
  const named = Object.entries(chosen).flatMap(([field, column]) => (column === undefined ? [] : [[field, column]]))
  const { feeds, unused } = assignColumns(accountFields, { fields: Object.fromEntries(named) }, columns)
  if (lines.length === 0) throw rejected('has no rows below its header')
  if (lines.length > maxAccountRows) {
    throw rejected(
      `has ${lines.length.toLocaleString('en')} rows; at most ${maxAccountRows.toLocaleString('en')} are added at once`,
    )
  }
  const fields = fieldNames.map((field) => ({
    field,
    columns: [...(feeds.find((feed) => feed.field === field)?.columns ?? [])],
    is_required: accountFields[field].isRequired ?? false,
  }))
  const isComplete = fields.every((field) => !field.is_required || field.columns.length > 0)
  const read = createRowReader({
    specs: accountFields,
    feeds,
    empties: new Set(),
    notes: { add() {}, count() {} },
    pick: (column) => (cells) => (cells as readonly string[])[columns.indexOf(column)],
    dates: () => ({ order: 'day-first', hasShortYears: false, format: undefined, clock: utcClock }),
  })
  const rowOf = (cells: readonly string[]): AccountRow => {
    const { values } = read(cells)
    const cellOf = (field: AccountField) => shorten(String(values[field] ?? ''), 1_000)
    return {
      name: cellOf('name'),
      email: cellOf('email'),
      role: cellOf('role'),
      user_name: cellOf('user_name'),
      department: cellOf('department'),
    }
  }
  return { rows: isComplete ? lines.map(rowOf) : [], columns, fields, ignoredColumns: [...unused] }
}

async function parseCsv(csv: string): Promise<(readonly string[])[]> {
  const { delimiter, skippedLines } = await findDelimiter(piecesOf(csv))
  const lines: (readonly string[])[] = []
  for await (const rows of readCsvRows(piecesOf(csv), delimiter)) {
    for (const { content, line, fault } of rows) {
      if (!content) throw rejected(`cannot be read as CSV: line ${line} ${fault}`)
      if (content.some((cell) => cell.trim() !== '')) lines.push(content)
    }
  }
  return lines.slice(skippedLines)
}

async function* piecesOf(csv: string) {
  yield csv.replace(/^\uFEFF/, '')
}

const rejected = (issue: string) => invalidField('csv', 'body', issue)
