import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { Mapping } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { findPreset } from '#server/import/presets/find-preset.ts'
import { makeTemporaryFolder } from '#server/import/testing.ts'
import { importContent, importPath, provideDatabases, readAll } from '#server/import/testing-import.ts'
import type { TestDatabase } from '#server/platform/db/testing.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { findFittingFormats, previewImport } from './preview-import.ts'

const { open } = provideDatabases()
const now = new Date('2026-03-01T10:00:00.000Z')
const actor = createSystemActor('preview', 'Preview')

async function preview(entity: ImportKind, content: string, mapping: Mapping = {}): Promise<ImportPreview> {
  const path = join(await makeTemporaryFolder(), 'rows.csv')
  await writeFile(path, content)
  return previewImport(open().pool, now, { actor, entity, path, mapping })
}

const danish = `Nummer;Titel;Status;Oprettet;Ansvarlig
CHG1;Skift certifikat;Afsluttet;25-12-2025 10:00;Ann Lee
CHG2;Opgrader database;I gang;02-03-2026 08:30;`

test('without a column for a required field, says which and still shows the columns', async () => {
  const result = await preview('changes', danish)
  expect(result.problem).toMatch(/^No column was found for number .* title/)
  expect(result.columns[0]).toEqual({ name: 'Nummer', examples: ['CHG1', 'CHG2'] })
  expect(result.feeds).toMatchObject([{ field: 'state', columns: ['Status'], is_guessed: true }])
  expect(result.reading).toMatchObject({ format: 'CSV', delimiter: ';' })
})

const danishFields = { number: 'Nummer', title: 'Titel', created_at: 'Oprettet', assigned_to: 'Ansvarlig' }

test('lists the words of an enumeration with what each becomes, and the records with the reasons to refuse them', async () => {
  const result = await preview('changes', danish, { fields: danishFields })
  expect(result.words).toEqual([
    {
      field: 'state',
      is_complete: true,
      words: [
        { word: 'Afsluttet', rows: 1, becomes: null, problem: expect.stringContaining('"Afsluttet" is not one of') },
        { word: 'I gang', rows: 1, becomes: null, problem: expect.stringContaining('"I gang" is not one of') },
      ],
    },
  ])
  expect(result.examined).toEqual({ rows: 2, is_whole: true, refused: 2 })
  expect(result.records[0]).toMatchObject({ place: 'line 2', effect: 'refused', key: null })
  const state = { column: 'Status', values: { afsluttet: 'closed', 'i gang': 'implement' } }
  const mapped = await preview('changes', danish, { fields: { ...danishFields, state } })
  expect(mapped.words[0]?.words.map(({ becomes }) => becomes)).toEqual(['closed', 'implement'])
  expect(mapped.records.map(({ effect }) => effect)).toEqual(['new', 'new'])
})

test('lists the formats that fit the dates, and whether times name a zone', async () => {
  const state = { column: 'Status', values: { afsluttet: 'closed', 'i gang': 'implement' } }
  const result = await preview('changes', danish, { fields: { ...danishFields, state } })
  expect(result).toMatchObject({ date_question: null, has_local_times: true })
  const formats = result.feeds.find(({ field }) => field === 'created_at')?.formats
  expect(formats).toContain('dd-MM-yyyy HH:mm')
  expect(formats).not.toContain('MM-dd-yyyy HH:mm')
})

test('asks for the order of dates that fit both, with what each order makes of them', async () => {
  const rows = 'number,opened_at,resolved_at\nINC1,03-04-2026,25-12-2026\nINC2,04-05-2026,\n'
  const asked = await preview('incidents', rows)
  expect(asked.date_question).toEqual({
    columns: ['opened_at'],
    dates: [
      { text: '03-04-2026', day_first: '2026-04-03', month_first: '2026-03-04' },
      { text: '04-05-2026', day_first: '2026-05-04', month_first: '2026-04-05' },
    ],
  })
  const answered = await preview('incidents', rows, { date_order: 'month-first' })
  expect(answered.date_question).toBeNull()
  expect(answered.records.map(({ values }) => new Date(String(values.opened_at)).toISOString().slice(0, 10))).toEqual([
    '2026-03-04',
    '2026-04-05',
  ])
  expect(answered.records[0]?.values.resolved_at).toBeTruthy()
})

test('compares with what is stored, field by field, and writes nothing', async () => {
  await importContent(open(), 'products', 'id,name,price\na,Pen,1\nb,Ink,2\n')
  const stored = await readAll(open())
  const result = await preview('products', 'id,name,price\na,Pen,3\nb,Ink,2\nc,Cup,4\nd,Cap,free\nc,Cup,5\n')
  expect(result.records.map(({ key, effect, reason, changes }) => ({ key, effect, reason, changes }))).toEqual([
    { key: 'a', effect: 'changed', reason: null, changes: { price: { from: 1, to: 3 } } },
    { key: 'b', effect: 'unchanged', reason: null, changes: {} },
    { key: 'c', effect: 'new', reason: null, changes: {} },
    { key: null, effect: 'refused', reason: 'Price: "free" is not a price', changes: {} },
    { key: 'c', effect: 'refused', reason: 'repeats the id of line 4', changes: {} },
  ])
  expect(await readAll(open())).toEqual(stored)
})

const key = (prefix: string) => fc.integer({ min: 1, max: 8 }).map((number) => `${prefix}${number}`)
const date = fc.constantFrom('25-12-2025 10:00', '01-02-2026 08:15', '31-02-2026', '')

/** Files with good and bad cells, and repeated records. */
const files = [
  {
    entity: 'incidents',
    columns: ['number', 'opened_at', 'state', 'Who', 'related_change'],
    row: fc.tuple(
      key('INC'),
      date,
      fc.constantFrom('new', 'Closed', 'On Hold', 'bogus', ''),
      fc.constantFrom('Ann Lee', 'ann@example.com', ''),
      fc.constantFrom('CHG1', 'CHG2', ''),
    ),
    fields: { short_description: 'Who' },
  },
  {
    entity: 'changes',
    columns: ['number', 'title', 'state', 'work_end', 'assigned_to', 'services'],
    row: fc.tuple(
      key('CHG'),
      fc.constantFrom('Restart', 'Upgrade', ''),
      fc.constantFrom('review', 'Lukket', 'closed', 'bogus'),
      date,
      fc.constantFrom('Ann Lee', 'ANN@example.com', 'Nobody', ''),
      fc.constantFrom('Mail|Web', 'Web', ''),
    ),
    fields: { state: { column: 'state', values: { lukket: 'closed' } } },
  },
  {
    entity: 'products',
    columns: ['id', 'name', 'price'],
    row: fc.tuple(key('P'), fc.constantFrom('Pen', 'Cup'), fc.constantFrom('5', '7.25', 'free')),
    fields: {},
  },
] as const satisfies readonly {
  entity: ImportKind
  columns: readonly string[]
  row: fc.Arbitrary<readonly string[]>
  fields: Mapping['fields']
}[]

test.each(files)('the records are those that the import of $entity then writes', async (file) => {
  const { entity, columns, fields } = file
  const row: fc.Arbitrary<readonly string[]> = file.row
  await importContent(open(), 'users', 'id,name,email\nu1,Ann Lee,ann@example.com\n')
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 18 }),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      async (rows, isLog, isFirst, isJson) => {
        const content = isJson
          ? JSON.stringify(rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [columns[at] ?? '', cell]))))
          : [columns, ...rows].map((cells) => cells.join(',')).join('\n')
        const answer: Mapping = isLog ? { rows: isFirst ? 'first' : 'last' } : { last_state: false }
        const mapping: Mapping = { fields, ...answer, date_order: 'day-first', time_zone: 'Europe/Copenhagen' }
        const path = join(await makeTemporaryFolder(), isJson ? 'rows.json' : 'rows.csv')
        await writeFile(path, content)
        const before = await recordsIn(open(), entity)
        const result = await previewImport(open().pool, now, { actor, entity, path, mapping })
        const summary = await importPath(open(), { entity, path, mapping })
        expect(countRecords(result, 'new')).toBe(summary.inserted)
        expect(countRecords(result, 'changed')).toBe(summary.updated)
        expect(countRecords(result, 'unchanged')).toBe(summary.unchanged)
        expect(result.examined.refused).toBe(summary.refused)
        const after = await recordsIn(open(), entity)
        for (const { key, effect, values } of result.records) {
          if (effect === 'refused' || key === null) continue
          expect(effect === 'new').toBe(!before.has(key))
          expect(after.get(key)).toMatchObject(values)
        }
      },
    ),
    { numRuns: 20 },
  )
})

const countRecords = ({ records }: ImportPreview, effect: string) =>
  records.filter((record) => record.effect === effect).length

async function recordsIn({ pool }: TestDatabase, entity: (typeof files)[number]['entity']) {
  const key = entity === 'products' ? 'id' : 'number'
  const { rows } = await pool.query<{ key: string; record: Record<string, unknown> }>(
    `select ${key} as key, to_jsonb(t) as record from ${entity} t`,
  )
  return new Map(rows.map((row) => [row.key, row.record]))
}

test('a format that does not fit the records is refused as by the import', async () => {
  const path = join(await makeTemporaryFolder(), 'page.md')
  await writeFile(path, '# Page')
  await expect(previewImport(open().pool, now, { actor, entity: 'products', path, mapping: {} })).rejects.toMatchObject(
    { message: 'page.md is Markdown, which only articles are read from.' },
  )
})

test('numbers without a meaning must be mapped before the import can run, and a preset is suggested', async () => {
  const tickets = `id,subject,status,priority,responder_id,fr_due_by,created_at
1,Mail is down,4,1,,,2026-03-01 10:00
2,Slow,Open,2,,,2026-03-01 11:00`
  const result = await preview('incidents', tickets)
  expect(result.problem).toBe(
    'Say what the numbers 1, 2 of priority; 4 of state mean: choose a preset, or a value for each in the list of columns.',
  )
  expect(result.suggested_preset).toBe('Freshservice')
  expect(result.words.find(({ field }) => field === 'priority')?.words).toMatchObject([
    { word: '1', becomes: null, problem: expect.stringContaining('is a number, which means something else') },
    { word: '2', becomes: null },
  ])
  const values = { priority: { values: { 1: '4 - Low', 2: '3 - Medium' } }, state: { values: { 4: 'resolved' } } }
  expect(await preview('incidents', tickets, { fields: values })).toMatchObject({ problem: null })
  const chosen = await preview('incidents', tickets, findPreset('Freshservice')?.kinds.incidents?.mapping)
  expect(chosen).toMatchObject({ problem: null, suggested_preset: null })
  expect(chosen.records.map(({ values: record }) => [record.state, record.priority])).toEqual([
    ['resolved', 'Low'],
    ['new', 'Medium'],
  ])
})

test('a preset is suggested for a file that cannot be read without it', async () => {
  const result = await preview('changes', 'ChangeNumber,Subject,TypeOfChange\n1,Move the mail,Major\n')
  expect(result).toMatchObject({ problem: expect.stringContaining('No column was found'), suggested_preset: 'Ivanti' })
})

test.each([
  [['25-12-2025 10:00', '02-03-2026 08:30'], ['dd-MM-yyyy HH:mm']],
  [['25-12-2025 10:00', '31-02-2026 09:00', ''], ['dd-MM-yyyy HH:mm']],
  [['2026-03-01'], ['yyyy-MM-dd']],
  [['soon'], []],
  [['', ' '], []],
])('%j may be read as %j', (examples, formats) => {
  const found = findFittingFormats(examples)
  expect(found).toEqual(expect.arrayContaining(formats))
  if (formats.length === 0) expect(found).toEqual([])
  expect(found).not.toContain('MM-dd-yyyy HH:mm')
})

test('dates that fit both orders have the formats of both', () => {
  expect(findFittingFormats(['01/02/2026'])).toEqual(expect.arrayContaining(['dd/MM/yyyy', 'MM/dd/yyyy']))
})
