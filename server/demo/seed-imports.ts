import type { ImportResult } from '#lib/contracts/import-records.ts'
import { noResult } from '#server/import/jobs/queries.ts'
import { importParts, imports } from '#server/schema/imports.ts'
import { addMinutes, type Instant, setWorkday, toIso } from './calendar.ts'
import { insert, type Seeding } from './seeding.ts'

type NewImport = Pick<typeof imports.$inferInsert, 'kind' | 'fileName' | 'size' | 'rows'>
/** The column of the file that fills each field. */
type FieldColumns = Readonly<Record<string, string>>

const incidentColumns: FieldColumns = { number: 'Number', short_description: 'Short description', opened_at: 'Opened' }

const buildImport = (startedAt: Instant, file: NewImport, columns: FieldColumns, result: Partial<ImportResult>) => ({
  ...file,
  id: `import_demo_${file.kind}`,
  source: 'page' as const,
  status: 'done' as const,
  options: {},
  result: {
    ...noResult,
    format: 'CSV with ,',
    encoding: 'UTF-8',
    fields: Object.entries(columns).map(([field, column]) => ({
      field,
      columns: [column],
      join: null,
      values: {},
      format: null,
      default: null,
      is_guessed: true,
    })),
    ...result,
  },
  refused: result.refusals?.length ?? 0,
  actorKind: 'account' as const,
  actorId: 'acc_demo_manager2',
  createdBy: 'Paolo Ferrand',
  createdAt: toIso(addMinutes(startedAt, -2)),
  startedAt: toIso(startedAt),
  finishedAt: toIso(addMinutes(startedAt, 1)),
  attempts: 1,
})

/** Inserts imports that managers ran from files; one has refused rows, and one was undone. */
export async function seedImports({ tx, now }: Seeding): Promise<void> {
  const second = setWorkday(now, 19, '09:40')
  const last = setWorkday(now, 12, '10:20')
  const year = toIso(last).slice(0, 4)
  const noDate = `opened_at ("Opened"): "31-02-${year}" is not a date that exists`
  const refused = [
    ['14', noDate, 'INC0019877', 'Labels print twice', `31-02-${year}`],
    ['41', 'number is empty', '', 'No sound in meeting room 3', `12-01-${year}`],
  ] as const
  const refusals = refused.map(([line, reason]) => ({ line: Number(line), place: `line ${line}`, reason }))
  const people = buildImport(
    setWorkday(now, 33, '14:05'),
    { kind: 'users', fileName: 'directory.csv', size: 9_412, rows: 61 },
    { id: 'user_id', name: 'full_name', email: 'mail', location: 'office' },
    { unchanged: 61 },
  )
  const undone = buildImport(
    second,
    { kind: 'changes', fileName: 'changes-test.xlsx', size: 21_730, rows: 4 },
    { number: 'Number', title: 'Short description', state: 'State', type: 'Type' },
    { inserted: 4, format: 'XLSX' },
  )
  const incidents = buildImport(
    last,
    { kind: 'incidents', fileName: 'incidents.csv', size: 6_330, rows: 58 },
    incidentColumns,
    { unchanged: 56, refusals },
  )
  const undo = { undoneAt: toIso(addMinutes(second, 18)), undoneBy: 'Paolo Ferrand' }
  await insert(tx, imports, [people, { ...undone, ...undo }, incidents])
  const lines = [['refused_line', 'refused_reason', ...Object.values(incidentColumns)], ...refused]
  const content = lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
  const part = { importId: incidents.id, role: 'refused' as const, ordinal: 0, content: Buffer.from(`${content}\n`) }
  await insert(tx, importParts, [{ ...part, storedAt: toIso(last) }])
}
