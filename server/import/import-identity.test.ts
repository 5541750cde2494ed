import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IncidentWrite } from '#lib/contracts/incident-writes.ts'
import { numberKey } from '#lib/text/record-number.ts'
import { getChange } from '#server/changes/queries.ts'
import { putIncident } from '#server/incidents/put-incident.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { importContent, provideDatabases } from './testing-import.ts'

const { open, context } = provideDatabases()
const numbersOf = async (table: string) =>
  (await open().pool.query(`select number from ${table} order by number`)).rows.map(({ number }) => number)
const anyVersion = { expectedVersions: undefined, mustExist: undefined }

const spelling = fc.constantFrom(
  ...[
    'CHG1',
    'chg1',
    'Change CHG1',
    'change request: Chg1',
    'OPS-2',
    'ops-2',
    'Change OPS-2',
    'Release-3',
    'RELEASE-3',
  ],
)

test('a change has one record, in whatever spelling files name it, and in whatever order they come', async () => {
  const file = fc.array(
    fc.record({
      kind: fc.constantFrom('changes', 'incidents'),
      numbers: fc.array(spelling, { minLength: 1, maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  const property = fc.asyncProperty(file, async (files) => {
    await open().pool.query('truncate changes, incidents')
    for (const { kind, numbers } of files) {
      const rows =
        kind === 'changes'
          ? numbers.map((number) => ({ number, title: 'T', state: 'closed' }))
          : numbers.map((caused_by, at) => ({ number: `INC${at}`, opened_at: '2026-03-01T10:00:00Z', caused_by }))
      await importContent(open(), kind === 'changes' ? 'changes' : 'incidents', rows)
    }
    const stored = await numbersOf('changes')
    const named = new Set(files.flatMap(({ kind, numbers }) => (kind === 'changes' ? numbers : [])).map(numberKey))
    expect(new Set(stored.map(numberKey)).size).toBe(stored.length)
    for (const number of named) expect(stored.map(numberKey)).toContain(number)
    const { rows } = await open().pool.query(
      `select related_change from incidents i where not exists (select from changes c where c.number = i.related_change)`,
    )
    expect(rows).toEqual([])
  })
  await fc.assert(property, { numRuns: 25 })
})

test('an incident is updated under its number, and its change is the known one', async () => {
  await importContent(open(), 'changes', [{ number: 'CHG4000001', title: 'T', state: 'closed' }])
  const at = '2026-03-01T10:00:00.000Z'
  await importContent(open(), 'incidents', [{ number: 'INC7', opened_at: at }])
  await importContent(open(), 'incidents', [{ number: 'inc7', opened_at: at, caused_by: 'Change chg4000001' }])
  const write = IncidentWrite.parse({ opened_at: at, related_change: 'chg4000001' })
  await putIncident(context(), 'Incident INC7', write, anyVersion)
  await putIncident(context(), 'inc8', write, anyVersion)
  expect(await numbersOf('changes')).toEqual(['CHG4000001'])
  expect(await numbersOf('incidents')).toEqual(['INC7', 'inc8'])
  const query = 'related_change = "change CHG4000001" AND number IN (INC8, inc7)'
  const { rows } = await listIncidents(context(), { query, page: 1, limit: 10 })
  expect(rows.map(({ number, related_change }) => [number, related_change])).toEqual([
    ['inc8', 'CHG4000001'],
    ['INC7', 'CHG4000001'],
  ])
  expect((await getChange(context(), 'chg4000001')).number).toBe('CHG4000001')
})

test('the database compares numbers like the code', async () => {
  const word = fc.constantFrom('Change ', 'CHANGE request: ', 'incident #', 'change', 'Ä', 'İ', ' ', 'chg', '1', 'a2')
  const texts = fc.sample(
    fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('').trim()),
    500,
  )
  const { rows } = await open().pool.query(
    `select text, lower(regexp_replace(text collate "C", '^(change|incident)( (request|ticket|record|number))?[ :#]+(?=[^ ]*[0-9][^ ]*$)', '', 'i')) as key
     from unnest($1::text[]) text`,
    [texts],
  )
  expect(rows.map(({ key }) => key)).toEqual(rows.map(({ text }) => numberKey(text)))
})
