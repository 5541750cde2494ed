import { expect, test } from 'vitest'
import { findFittingFormats } from './preview-import.ts'

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
