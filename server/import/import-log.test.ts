import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { previewImport } from './preview/preview-import.ts'
import { writeTemporaryFile } from './testing.ts'
import { importContent, noCounts, pickCounts, provideDatabases } from './testing-import.ts'

const { open } = provideDatabases()
const states = async () =>
  (await open().pool.query('select state from incidents order by number')).rows.map(({ state }) => state)

const header = 'number,state,opened_at,priority'
const newestFirst = 'Records are listed newest first: the first row of each is its state.'
const oldestFirst = 'Records are listed oldest first: the last row of each is its state.'

/** The rows of incidents that were opened a day after each other, each in some states. */
const buildLog = (histories: readonly (readonly string[])[]) =>
  histories.flatMap((history, at) =>
    history.map((state) => `INC${at},${state},2026-03-${String(at + 1).padStart(2, '0')} 10:00,P3`),
  )
const history = fc.constantFrom(
  ['New', 'In Progress', 'Closed'],
  ['New', 'Resolved', 'In Progress', 'Resolved', 'Closed'],
  ['New', 'On Hold'],
  ['New'],
)

test('a log without columns of updates has the same states in both orders, and says which row counts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 12 }), async (others) => {
      const log = buildLog([['New', 'In Progress', 'Resolved', 'Closed'], ...others])
      const older = await importContent(open(), 'incidents', [header, ...log].join('\n'))
      const expected = await states()
      expect(expected[0]).toBe('closed')
      await open().pool.query('truncate incidents')
      const newer = await importContent(open(), 'incidents', [header, ...log.toReversed()].join('\n'))
      expect(await states()).toEqual(expected)
      expect([older.remarks.includes(oldestFirst), newer.remarks.includes(newestFirst)]).toEqual([true, true])
      await open().pool.query('truncate incidents')
    }),
    { numRuns: runs(10) },
  )
})

test('the times at which records were opened decide over the whole file where the rows of a record do not', async () => {
  const lines = Array.from({ length: 2_500 }, (_, at) => `INC${10_000 - at},New,${day(2_500 - at)},P3`)
  const rows = [header, ...lines, 'INC1,New,2019-01-01,P1', 'INC1,New,2019-01-01,P4']
  const { remarks, inserted, superseded } = await importContent(open(), 'incidents', rows.join('\n'))
  expect({ inserted, superseded }).toEqual({ inserted: 2_501, superseded: 1 })
  expect(remarks).toContain(newestFirst)
  const { rows: stored } = await open().pool.query(`select priority from incidents where number = 'INC1'`)
  expect(stored).toEqual([{ priority: 'P1' }])
})

const day = (days: number) => new Date(Date.UTC(2019, 1, days)).toISOString().slice(0, 10)

const unclear = [header, 'INC1,New,2026-03-01 10:00,P1', 'INC1,New,2026-03-01 10:00,P4'].join('\n')

test('an import whose latest rows nothing shows is refused, unless the mapping says which they are', async () => {
  await expect(importContent(open(), 'incidents', unclear)).rejects.toThrow(
    'neither their times nor their states show which is the latest. Say it in the mapping: {"newest_first": true}',
  )
  expect(await states()).toEqual([])
  const preview = await previewImport(open().pool, new Date('2026-03-01T10:00:00.000Z'), {
    entity: 'incidents',
    path: await writeTemporaryFile('rows.csv', unclear),
    mapping: {},
    actor: createSystemActor('preview', 'Preview'),
  })
  expect(preview.problem).toContain('show which is the latest')
  expect(preview.assumptions.map(({ part }) => part)).toContain('last_state')
  for (const [newest_first, priority] of [
    [true, 'P1'],
    [false, 'P4'],
  ] as const) {
    await importContent(open(), 'incidents', unclear, { mapping: { newest_first } })
    const { rows } = await open().pool.query('select priority from incidents')
    expect(rows).toEqual([{ priority }])
  }
})

test('repeated rows that are equal need no order', async () => {
  const [, first] = unclear.split('\n')
  const summary = await importContent(open(), 'incidents', [header, first, first].join('\n'))
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, superseded: 1 })
})

test('a log in which records were only reopened never has its former states, in either order', async () => {
  const reopening = fc.constantFrom('Resolved', 'Closed')
  const later = fc.constantFrom('In Progress', 'On Hold', 'Reopened')
  const record = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(['New'], ['In Progress'], ['Closed']) },
    { weight: 1, arbitrary: fc.tuple(reopening, later) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 20 }), fc.boolean(), async (others, isNewestFirst) => {
      const log = buildLog([['Closed', 'In Progress'], ...others])
      const text = [header, ...(isNewestFirst ? log.toReversed() : log)].join('\n')
      await open().pool.query('truncate incidents')
      try {
        await importContent(open(), 'incidents', text)
        expect((await states())[0]).toBe('in_progress')
      } catch (error) {
        expect(String(error)).toContain('show which is the latest')
      }
    }),
    { numRuns: runs(30) },
  )
})
