import type { ImportResult } from '#lib/contracts/import-records.ts'
import { noResult } from '#server/import/jobs/queries.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { importParts, imports } from '#server/schema/imports.ts'
import { addDays, addMinutes, getWorkdayOnOrBefore, type Instant, setTime, toIso } from './calendar.ts'

type NewImport = Pick<typeof imports.$inferInsert, 'kind' | 'fileName' | 'size' | 'rows'>
/** The column of the file that fills each field. */
type FieldColumns = Readonly<Record<string, string>>

const peopleColumns: FieldColumns = { id: 'user_id', name: 'full_name', email: 'mail', location: 'office' }
const changeColumns: FieldColumns = { number: 'Number', title: 'Short description', state: 'State', type: 'Type' }
const incidentColumns: FieldColumns = { number: 'Number', short_description: 'Short description', opened_at: 'Opened' }

/** Inserts imports that managers ran from files; one has refused rows, and one was undone. */
export async function seedDemoImports(tx: Transaction, now: Date): Promise<void> {
  const getStart = (daysAgo: number, time: string) =>
    setTime(getWorkdayOnOrBefore(addDays(now.getTime(), -daysAgo)), time)
  const first = getStart(33, '14:05')
  const second = getStart(19, '09:40')
  const last = getStart(12, '10:20')
  const year = toIso(last).slice(0, 4)
  const refused = [
    [
      '14',
      `opened_at ("Opened"): "31-02-${year}" is not a date that exists`,
      'INC0019877',
      'Labels print twice',
      `31-02-${year}`,
    ],
    ['41', 'number is empty', '', 'No sound in meeting room 3', `12-01-${year}`],
  ] as const
  const people = { kind: 'users', fileName: 'directory.csv', size: 9_412, rows: 61 } as const
  const changes = { kind: 'changes', fileName: 'changes-test.xlsx', size: 21_730, rows: 4 } as const
  const incidents = { kind: 'incidents', fileName: 'incidents.csv', size: 6_330, rows: 58 } as const
  const refusals = refused.map(([line, reason]) => ({ line: Number(line), place: `line ${line}`, reason }))
  await tx
    .insert(imports)
    .values([
      buildImport('import_demo_people', first, people, buildResult(peopleColumns, { unchanged: 61 })),
      {
        ...buildImport(
          'import_demo_changes',
          second,
          changes,
          buildResult(changeColumns, { inserted: 4, format: 'XLSX' }),
        ),
        undoneAt: toIso(addMinutes(second, 18)),
        undoneBy: 'Paolo Ferrand',
      },
      {
        ...buildImport(
          'import_demo_incidents',
          last,
          incidents,
          buildResult(incidentColumns, { unchanged: 56, refusals }),
        ),
        refused: refused.length,
      },
    ])
    .onConflictDoNothing()
  const lines = [['refused_line', 'refused_reason', ...Object.values(incidentColumns)], ...refused]
  const content = lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
  await tx
    .insert(importParts)
    .values({
      importId: 'import_demo_incidents',
      role: 'refused',
      ordinal: 0,
      content: Buffer.from(`${content}\n`),
      storedAt: toIso(last),
    })
    .onConflictDoNothing()
}

const buildImport = (id: string, startedAt: Instant, file: NewImport, result: ImportResult) => ({
  id,
  ...file,
  source: 'page' as const,
  status: 'done' as const,
  options: {},
  result,
  actorKind: 'account' as const,
  actorId: 'acc_demo_manager2',
  createdBy: 'Paolo Ferrand',
  createdAt: toIso(addMinutes(startedAt, -2)),
  startedAt: toIso(startedAt),
  finishedAt: toIso(addMinutes(startedAt, 1)),
  attempts: 1,
})

const buildResult = (columns: FieldColumns, result: Partial<ImportResult>): ImportResult => ({
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
})
