import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { planFeeds } from '#server/import/mapping/plan-feeds.ts'
import { createRowReader } from '#server/import/mapping/row-reader.ts'
import { allPresets, getPresetWords } from '#server/import/presets/find-preset.ts'
import { pickMember } from '#server/import/source/json-source.ts'
import { createDateReading } from '#server/import/testing.ts'
import { allTargets } from './all-targets.ts'
import { createRemarks, flagValues, type Target } from './target.ts'

/** The schemas of the fields in responses of the API; those of an article's metadata are columns of their own. */
function listSchemas({ exported: { shape } }: Target): Readonly<Record<string, z.ZodType>> {
  const metadata: Readonly<Record<string, z.ZodType>> =
    shape.metadata instanceof z.ZodObject ? shape.metadata.shape : {}
  return { ...shape, ...metadata, ...('price' in shape && { price: z.number().min(0).multipleOf(0.01) }) }
}

const odd = [
  '',
  ' ',
  '?',
  '\0',
  '\n',
  '=1+1',
  '-5',
  '3',
  '99999',
  '😀',
  '\ud800',
  '1e400',
  '{"a":1}',
  '["a"]',
  '- a\n- b',
]
const dates = ['29-02-2016 01:16', '30-02-2016', '2016-02-29', '0000-00-00', '31/12/9999 23:59', '2016-02-29T24:00:00Z']
const words = [
  'Closed',
  'New',
  'true',
  'High',
  'Normal',
  'Ada',
  'ada@example.org',
  'https://x.example/a',
  '9.99',
  '1.234,50',
]
const text = fc.oneof(fc.constantFrom(...odd, ...dates, ...words), fc.string({ unit: 'binary' }))
const cell = fc.oneof(
  { weight: 5, arbitrary: text },
  fc.jsonValue(),
  fc.record({ display_value: text, value: fc.oneof(text, fc.integer({ min: -5, max: 9 })) }),
)

test.each(Object.values(allTargets))('every accepted row of $entity matches the contract', (target) => {
  const columns = Object.keys(target.fields)
  const remarks = createRemarks()
  const read = createRowReader({
    specs: target.fields,
    feeds: planFeeds(target.fields, {}, columns).feeds,
    remarks,
    pick: pickMember,
    empties: new Set(['', '?']),
    dates: () => createDateReading('Europe/Copenhagen'),
  })
  const good = {
    id: 'a1',
    number: 'A1',
    role: 'admin',
    title: 'Title',
    name: 'Name',
    email: 'ada@example.org',
    state: 'New',
  }
  const later = { owner: 'ada@example.org', target_date: '2016-02-29', pir_outcome: 'failed' }
  const likely = { ...good, price: '9.99', content: 'Text', opened_at: '2016-02-29', created: '2016-02-29', ...later }
  const schemas = listSchemas(target)
  let accepted = 0
  const rows = fc.dictionary(fc.constantFrom(...columns), cell, { maxKeys: 4 })
  fc.assert(
    fc.property(rows, (row) => {
      const { values, issues } = read({ ...likely, ...row })
      expect(issues.every((issue) => issue.length < 300)).toBe(true)
      if (issues.length > 0) return
      const checked = target.check(values, remarks)
      if (!('cells' in checked)) return
      accepted += 1
      expect(JSON.stringify(checked.cells)).not.toContain('\\u0000')
      for (const [index, { name, absent, isStubMark, type }] of target.columns.entries()) {
        const cell = checked.cells[index] ?? null
        const value = type === 'json' && typeof cell === 'string' ? JSON.parse(cell) : cell
        if (isStubMark || (value === null && absent !== undefined)) continue
        expect(schemas[name]?.safeParse(value).error, name).toBeUndefined()
      }
    }),
    { numRuns: 1000 },
  )
  expect(accepted).toBeGreaterThan(50)
})

/** All fields with named values, except booleans. */
const coded = Object.values(allTargets).flatMap(({ entity, fields }) =>
  Object.entries(fields).flatMap(([field, spec]) =>
    spec.values && spec.values !== flagValues ? [{ entity, field, spec }] : [],
  ),
)
const number = fc.integer({ min: -20, max: 200 })
const numberCell = fc.oneof(
  number,
  number.map(String),
  number.map((value) => ` ${value}.0 `),
  number.map((value) => ({ display_value: String(value), value })),
)

/** Reads a cell as a file of which only these words are known. */
function readAs({ field, spec }: (typeof coded)[number], values: Record<string, string | number | boolean | null>) {
  const feed = { field, columns: ['x'], join: null, values, format: null, default: null }
  const remarks = { add() {}, count() {} }
  const { isLenient: _, ...strict } = spec
  const read = createRowReader({
    specs: { [field]: strict },
    feeds: [{ ...feed, is_guessed: true }],
    remarks,
    empties: new Set(),
    pick: pickMember,
    dates: () => createDateReading('UTC'),
  })
  return (x: unknown) => read({ x })
}

test.each(coded)('a number alone is never read as $field of $entity', (one) => {
  const read = readAs(one, {})
  fc.assert(
    fc.property(numberCell, (value) => {
      expect(read(value)).toMatchObject({ values: {}, issues: [expect.stringContaining('is a number')] })
    }),
  )
})

test.each(coded)('$field of $entity reads exactly the numbers that a preset names', (one) => {
  for (const preset of allPresets) {
    const words = getPresetWords(preset, one.entity)[one.field] ?? {}
    const read = readAs(one, words)
    for (let value = -20; value <= 20; value += 1) {
      const { values, issues } = read(String(value))
      expect(values[one.field] ?? null).toBe(words[String(value)] ?? null)
      expect(issues).toHaveLength(Object.hasOwn(words, String(value)) ? 0 : 1)
    }
  }
})
