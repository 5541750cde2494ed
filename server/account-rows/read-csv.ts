import { CsvError, parse } from 'csv-parse/sync'
import { type AccountRow, maxAccountRows } from '#lib/contracts/app/account-rows.ts'
import { foldForSorting } from '#lib/domain/fold-for-sorting.ts'
import { invalidField } from '#server/platform/errors.ts'

const columnNames: Readonly<Record<string, keyof AccountRow>> = {
  ...{ name: 'name', fullname: 'name', displayname: 'name' },
  ...{ email: 'email', mail: 'email', emailaddress: 'email' },
  role: 'role',
  ...{ username: 'user_name', login: 'user_name' },
  department: 'department',
}
const required = ['name', 'email', 'role'] as const

/** The rows of a CSV file with a header. Throws `invalid_parameter` for a file that cannot be read or is too long. */
export function readAccountRows(csv: string): { rows: AccountRow[]; ignoredColumns: string[] } {
  const [header = [], ...lines] = parseCsv(csv)
  const columns = header.map((title) => columnNames[foldForSorting(title).replace(/[\s_-]/g, '')])
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
    for (const [at, column] of columns.entries()) if (column) row[column] = (cells[at] ?? '').slice(0, 1_000)
    return row
  })
  return { rows, ignoredColumns: header.filter((_, at) => columns[at] === undefined) }
}

function parseCsv(csv: string): string[][] {
  const [firstLine = ''] = csv.split(/[\r\n]/, 1)
  const [delimiter = ','] = [',', ';', '\t'].toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)
  try {
    return parse(csv, { bom: true, delimiter, trim: true, skip_empty_lines: true, relax_column_count: true })
  } catch (error) {
    if (error instanceof CsvError) throw rejected(`cannot be read as CSV: ${error.message}`)
    throw error
  }
}

const rejected = (issue: string) => invalidField('csv', 'body', issue)
