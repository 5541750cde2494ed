import { expect, test } from 'vitest'
import { evaluateFilter } from './evaluate.ts'
import { parseFilter } from './parse.ts'
import { sampleFields } from './testing.ts'

const record = {
  number: 'CHG0031',
  summary: 'Straße nach ΟΔΟΣ',
  state: 'new',
  cost: 19.99,
  completed: false,
  opened_at: new Date('2026-03-01T10:00:00.000Z'),
  due: '2026-03-01',
  'metadata.tags': ['Kubernetes', 'dns'],
}

const empty = {}

function holds(text: string, of: Parameters<typeof evaluateFilter>[1] = record): boolean {
  const result = parseFilter(text, sampleFields)
  if (!result.ok) throw new Error(result.error.message)
  return evaluateFilter(result.tree, of)
}

test.each([
  'number = CHG0031',
  'number != CHG0032',
  'number < CHG0032',
  'number IN (CHG1, CHG0031)',
  'number NOT IN (CHG1, CHG2)',
  'summary ~ STRASSE OR summary ~ STRAßE',
  'summary ~ "οδος"',
  'cost >= 19.99 AND cost <= 19.99',
  'completed = false',
  'completed != true',
  'opened_at = 2026-03-01T12:00:00+02:00',
  'opened_at > 2026-03-01',
  'opened_at < 2026-03-01T10:00:00.000001Z',
  'due = 2026-03-01',
  'metadata.tags = dns',
  'metadata.tags ~ KUBE',
  'metadata.tags IN (a, dns)',
  'metadata.tags != kubernetes',
  'metadata.tags NOT IN (a, b)',
])('%s holds', (text) => {
  expect(holds(text)).toBe(true)
  expect(holds(`NOT (${text})`)).toBe(false)
})

test.each([
  'number = chg0031',
  'number > CHG0031',
  'summary ~ ""  AND summary ~ strasse',
  'opened_at = 2026-03-01',
  'metadata.tags = kube',
  'metadata.tags != dns',
  'metadata.tags NOT IN (a, dns)',
])('%s does not hold', (text) => {
  expect(holds(text)).toBe(false)
  expect(holds(`NOT (${text})`)).toBe(true)
})

test.each([
  ['number = a', false],
  ['number != a', true],
  ['number NOT IN (a)', true],
  ['number ~ ""', false],
  ['cost < 1', false],
  ['cost >= 1', false],
  ['NOT cost < 1', true],
  ['NOT number = a', true],
  ['NOT number != a', false],
  ['metadata.tags = a', false],
  ['metadata.tags != a', true],
  ['opened_at > 2026-03-01 OR completed != true', true],
])('of an empty record, %s is %s', (text, expected) => {
  expect(holds(text, empty)).toBe(expected)
  expect(holds(text, { number: null, cost: null, 'metadata.tags': null, opened_at: null, completed: null })).toBe(
    expected,
  )
})

test('binds NOT before AND and AND before OR', () => {
  expect(holds('NOT number = other AND cost > 100 OR completed = false')).toBe(true)
  expect(holds('NOT (number = other AND cost > 100 OR completed = false)')).toBe(false)
  expect(holds('completed = false OR cost > 100 AND number = other')).toBe(true)
  expect(holds('(completed = false OR cost > 100) AND number = other')).toBe(false)
})
