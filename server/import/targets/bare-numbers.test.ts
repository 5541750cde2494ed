import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowReader } from '#server/import/mapping/row-reader.ts'
import { allPresets, getPresetWords } from '#server/import/presets/find-preset.ts'
import { pickMember } from '#server/import/source/json-source.ts'
import { createDateReading } from '#server/import/testing.ts'
import { allTargets } from './all-targets.ts'
import { flagValues } from './target.ts'

/** All fields with named values, except booleans. */
const coded = Object.values(allTargets).flatMap(({ entity, fields }) =>
  Object.entries(fields).flatMap(([field, spec]) =>
    spec.values && spec.values !== flagValues ? [{ entity, field, spec }] : [],
  ),
)
const number = fc.integer({ min: -20, max: 200 })
const cell = fc.oneof(
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
    fc.property(cell, (value) => {
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
