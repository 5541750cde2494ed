import { expect, test } from 'vitest'
import { z } from 'zod'
import { identifier, lineText, oneOf, RecordedTimestamp, Timestamp } from './primitives.ts'
import { field, filled, key, record, written } from './record.ts'

const from = { columns: [] }
const ticket = record(
  'Ticket',
  {
    number: key(identifier(8), { description: 'Identifier', example: 'T1', filter: { isNumber: true }, ...from }),
    title: written(z.string(), lineText(20), { description: 'Title', example: 'Disk full', ...from }),
    kind: written(oneOf(['fault', 'wish']), oneOf(['fault', 'wish']), {
      description: 'Kind',
      example: 'wish',
      default: 'fault',
      sentAs: 'Kind; null means fault',
      ...from,
    }),
    ended_at: written(Timestamp.nullable(), RecordedTimestamp, {
      description: 'When it ended',
      example: '2026-03-01T10:00:00.000Z',
      ...from,
    }),
    plan: field(z.record(z.string(), z.unknown()).nullable(), { description: 'Plan', example: null }),
    opened_at: filled(Timestamp, RecordedTimestamp, {
      description: 'When it began',
      example: '2026-03-01T09:00:00.000Z',
      isRequired: true,
      ...from,
    }),
    is_hidden: filled(z.boolean(), z.boolean(), { description: 'Hidden', example: true, default: false, ...from }),
    votes: field(z.int(), { description: 'Votes', example: 3, filter: false }),
  },
  {
    owner: written(z.string().nullable(), lineText(20), {
      description: 'Owner',
      example: 'Ada',
      isPerson: true,
      ...from,
    }),
  },
)

test('shows its fields, not those that are only written', () => {
  expect(ticket.schema.parse(ticket.example)).toEqual(ticket.example)
  expect(Object.keys(ticket.schema.shape)).toEqual([
    'number',
    'title',
    'kind',
    'ended_at',
    'plan',
    'opened_at',
    'is_hidden',
    'votes',
  ])
})

test('accepts what its system of record sends; null clears what may be empty or has a default', () => {
  expect(ticket.sentExample).toEqual({
    title: 'Disk full',
    kind: 'wish',
    ended_at: '2026-03-01T10:00:00.000Z',
    owner: 'Ada',
  })
  expect(ticket.writable.safeParse(ticket.sentExample).success).toBe(true)
  expect(ticket.writable.safeParse({ kind: null, ended_at: null, owner: null }).success).toBe(true)
  expect(ticket.writable.safeParse({ title: null }).success).toBe(false)
  expect(ticket.writable.safeParse({ votes: 3 }).success).toBe(false)
  expect(ticket.writable.safeParse({ is_hidden: true }).success).toBe(false)
  expect(ticket.writable.shape.kind.unwrap().description).toBe('Kind; null means fault')
})

test('gives an imported row the default of a field without a value, or null', () => {
  const { title, kind, ended_at: ended } = ticket.fields
  expect([title.imported.parse(undefined), kind.imported.parse(undefined), ended.imported.parse(undefined)]).toEqual([
    undefined,
    'fault',
    null,
  ])
})

test('demands what a new record needs from an import', () => {
  const { number, opened_at: opened, is_hidden: hidden } = ticket.fields
  expect([number, opened, hidden].map(({ isRequired = false }) => isRequired)).toEqual([true, true, false])
  expect(opened.imported.safeParse(undefined).success).toBe(false)
  expect(hidden.imported.parse(undefined)).toBe(false)
})

test('derives filters, defaults, times and people', () => {
  expect(ticket.filterFields).toEqual({
    number: { type: 'text', isNumber: true, description: 'Identifier' },
    title: { type: 'text', description: 'Title' },
    kind: { type: 'text', values: ['fault', 'wish'], description: 'Kind' },
    ended_at: { type: 'timestamp', description: 'When it ended' },
    opened_at: { type: 'timestamp', description: 'When it began' },
    is_hidden: { type: 'boolean', description: 'Hidden' },
  })
  expect(ticket.defaults).toEqual({ kind: 'fault' })
  expect(ticket.times).toEqual(['ended_at'])
  expect(ticket.people).toEqual(['owner'])
})
