import { describe, expect, test } from 'vitest'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { readFilterParts } from './filter-parts.ts'

const fields: FilterFields = {
  state: { type: 'text', values: ['new', 'review'], description: '' },
  risk: { type: 'text', values: ['low', 'high', 'very_high'], description: '' },
  title: { type: 'text', description: '' },
  services: { type: 'list', description: '' },
  pir_completed: { type: 'boolean', description: '' },
  actual_end: { type: 'timestamp', description: '' },
  'metadata.created': { type: 'date', description: '' },
  price: { type: 'number', description: '' },
}

const readParts = (text: string) => {
  const reading = readFilterParts(text, fields)
  if (!reading.ok) throw new Error(reading.error.message)
  return reading.parts
}

test.each([
  ['', []],
  ['  \n ', []],
  ['state = review', ['state = review']],
  ['state=review and pir_completed=false', ['state = review', 'pir_completed = false']],
  ['state = review AND (risk = low OR risk = high)', ['state = review', '(risk = low OR risk = high)']],
  ['risk = low OR risk = high', ['(risk = low OR risk = high)']],
  ['NOT (state = new AND risk = low)', ['NOT (state = new AND risk = low)']],
  ['(state = new AND risk = low) AND title ~ x', ['state = new', 'risk = low', 'title ~ x']],
])('%j has the parts %j', (text, expected) => {
  expect(readParts(text).map((part) => part.text)).toEqual(expected)
})

test('an invalid filter has its position', () => {
  expect(readFilterParts('stat = review', fields)).toMatchObject({ ok: false, error: { column: 1, offset: 0 } })
})

describe('in words', () => {
  test.each([
    ['risk IN (high, very_high)', 'Risk', 'high or very high'],
    ['risk != very_high', 'Risk', 'not very high'],
    ['title ~ "failed_over"', 'Title', 'contains failed_over'],
    ['services IN (a, b, c, d, e)', 'Services', 'a, b, c or 2 more'],
    ['services NOT IN (a, b)', 'Services', 'not a or b'],
    ['pir_completed = false', 'Review completed', 'no'],
    ['actual_end >= 2026-03-01', 'Actual end', 'from 1 Mar 2026'],
    ['actual_end < 2026-03-01T10:30:00Z', 'Actual end', 'before 1 Mar 2026, 10:30 UTC'],
    ['metadata.created > 2026-03-01', 'Created', 'after 1 Mar 2026'],
    ['price <= 20', 'Price', 'at most 20'],
  ])('%s', (text, label, value) => {
    expect(readParts(text)[0]?.words).toEqual({ label, value })
  })

  test.each([
    ['actual_end >= 2026-02-28T23:00:00Z', 'from 1 Mar 2026'],
    ['actual_end < 2026-03-01T10:30:00Z', 'before 1 Mar 2026, 11:30'],
  ])('%s names the time of the zone of the page', (text, value) => {
    expect(readFilterParts(text, fields, 'Europe/Berlin')).toMatchObject({ parts: [{ words: { value } }] })
  })

  test('only for single comparisons', () => {
    expect(readParts('NOT state = new')[0]?.words).toBeNull()
  })
})
