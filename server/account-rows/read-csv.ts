import { type AccountRow, maxAccountRows } from '#lib/contracts/app/account-rows.ts'
import { shorten } from '#lib/domain/shorten.ts'
import { foldColumnName, nameColumns } from '#server/import/source/column-names.ts'
import { readCsvRows } from '#server/import/source/csv-rows.ts'
import { findDelimiter } from '#server/import/source/delimiter.ts'
import { invalidField } from '#server/platform/errors.ts'

const columnNames: Readonly<Record<string, keyof AccountRow>> = {
  ...{ name: 'name', fullname: 'name', displayname: 'name' },
  ...{ email: 'email', mail: 'email', emailaddress: 'email' },
  role: 'role',
  ...{ username: 'user_name', login: 'user_name' },
  department: 'department',
}
const required = ['name', 'email', 'role'] as const

/**
 * The rows of a CSV file with a header, read as imports read CSV. Throws `invalid_parameter` for a file that cannot be
 * read or is too long.
 */
export async function readAccountRows(csv: string): Promise<{ rows: AccountRow[]; ignoredColumns: string[] }> {
  const [titles = [], ...lines] = await parseCsv(csv)
  const header = nameColumns(titles).names
  const columns = header.map((title) => columnNames[foldColumnName(title).replaceAll('_', '')])
  const missing = required.filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    throw rejected(`has no column ${missing.join(', ')}; its first line must name the columns name, email and role`)
  }
  if (lines.length === 0) throw rejected('has no rows below its header')
  if (lines.length > maxAccountRows) {
    throw rejected(
      `has ${lines.length.toLocaleString('en')} rows; at most ${maxAccountRows.toLocaleString('en')} are added at once`,
    )
  }
  const rows = lines.map((cells) => {
    const row: AccountRow = { name: '', email: '', role: '', user_name: '', department: '' }
    for (const [at, column] of columns.entries()) if (column) row[column] = shorten((cells[at] ?? '').trim(), 1_000)
    return row
  })
  return { rows, ignoredColumns: header.filter((_, at) => columns[at] === undefined) }
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
