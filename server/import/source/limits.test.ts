import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareStatedRows } from '#server/import/mapping/prepare-import.ts'
import { previewImport } from '#server/import/preview/preview-import.ts'
import { allTargets } from '#server/import/targets/all-targets.ts'
import { collect, writeTemporaryFile } from '#server/import/testing.ts'
import { importContent } from '#server/import/testing-import.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { openSource } from './open-source.ts'
import { depthFault, isDeepText, isDeepValue } from './source.ts'

const database = provideTestDatabase({ pipeline: false })

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const tooMany = (columns: string) => `The header on line 1 has ${columns} columns; a file has at most 1,000.`

/** Imports and previews a file: both refuse it with the same words. */
async function readRefusal(name: string, content: string) {
  const actor = { kind: 'account', id: 'm', name: 'Manager' } as const
  const path = await writeTemporaryFile(name, content)
  const preview = previewImport(database.pool, new Date(), { actor, entity: 'changes', path, mapping: {} })
  const [imported, previewed] = await Promise.allSettled([
    importContent(database, 'changes', content, { file: name }),
    preview,
  ])
  const getReason = (result: PromiseSettledResult<unknown>) =>
    result.status === 'rejected' ? result.reason.message : ''
  expect(getReason(previewed)).toBe(getReason(imported))
  return getReason(imported)
}

test.each([
  ['5 MB of commas', ','.repeat(5_000_000), 'The header on line 1 is longer than 1,000,000 characters'],
  ['100,000 columns', `${'a,'.repeat(100_000)}b\n${'1,'.repeat(100_000)}1\n`, tooMany('100,001')],
  ['1,001 columns', `${'a,'.repeat(1_000)}b\n`, tooMany('1,001')],
  ['a long header', `${'a'.repeat(2_000_000)}\n1\n`, 'The header on line 1 is longer than 1,000,000 characters'],
  ['an open quote', '"number,title\n1,2\n', 'The header on line 1 opens a quote that is never closed'],
])('a CSV file of %s is refused with the limit and the place', async (_, content, reason) => {
  expect(await readRefusal('rows.csv', content)).toContain(reason)
})

test('a row of delimiters alone ends the reading with its line', async () => {
  const source = await openSource(
    await writeTemporaryFile('rows.csv', `a,b\n1,2\n${','.repeat(3_000_000)}`),
    {},
    'changes',
  )
  const rows = await collect(source.rows())
  expect(rows.map(({ line, fault }) => [line, fault?.slice(0, 40)])).toEqual([
    [2, undefined],
    [3, 'is longer than 1,000,000 characters, per'],
  ])
})

test('empty lines of any number do not count as one long row', async () => {
  const source = await openSource(
    await writeTemporaryFile('rows.csv', `a\n${'\n'.repeat(2_000_000)}1\n`),
    {},
    'changes',
  )
  expect(await collect(source.rows())).toMatchObject([{ ordinal: 1, line: 2_000_002, content: ['1'] }])
})

test.each([
  ['rows.json', (deep: string) => `[${deep},{"number":"CHG1","title":"One","state":"new"}]`],
  ['rows.ndjson', (deep: string) => `${deep}\n{"number":"CHG1","title":"One","state":"new"}\n`],
])('%s with a record 100,000 levels deep refuses that record, in preview and import', async (file, write) => {
  const content = write(nested(100_000))
  const summary = await importContent(database, 'changes', content, { file, isDryRun: true })
  expect(summary).toMatchObject({ rows: 2, inserted: 1, refused: 1, refusals: [{ line: 1, reason: depthFault }] })
  const actor = { kind: 'account', id: 'm', name: 'Manager' } as const
  const path = await writeTemporaryFile(file, content)
  const preview = await previewImport(database.pool, new Date(), { actor, entity: 'changes', path, mapping: {} })
  expect(preview.records.map(({ reason }) => reason)).toEqual([depthFault, null])
})

test('rows in memory and front matter have the same depth', async () => {
  const { checkRow } = prepareStatedRows(allTargets.changes, { fields: { number: 'n', title: 'n', state: 'n' } }, {})
  expect(checkRow(JSON.parse(nested(101)))).toEqual({ issues: [depthFault] })
  const source = await openSource(
    await writeTemporaryFile('one.md', `---\na: ${'['.repeat(200)}${']'.repeat(200)}\n---\n# A\n`),
    {},
    'articles',
  )
  expect((await collect(source.rows()))[0]?.fault).toContain('front matter that cannot be read')
})

test('brackets in strings are no levels, and text and value agree', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.integer({ min: 90, max: 110 }), (inner, levels) => {
      const text = `${'['.repeat(levels)}${JSON.stringify([inner, '[[[{{{"\\'])}${']'.repeat(levels)}`
      expect(isDeepText(text)).toBe(isDeepValue(JSON.parse(text)))
    }),
  )
})

test('members of records beyond the first 1,000 names are remarked', async () => {
  const record = (from: number) => Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`m${from + at}`, 'x']))
  const rows = [
    { number: 'CHG1', title: 'One', state: 'new', ...record(0) },
    { number: 'CHG2', title: 'Two', state: 'new', ...record(700) },
  ]
  const { remarks } = await importContent(database, 'changes', rows, { isDryRun: true })
  expect(remarks).toContain('Only the first 1,000 different members of the records are read.')
})

/** Shapes of files with `n` units of something hostile. */
