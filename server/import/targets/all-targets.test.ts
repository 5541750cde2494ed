import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ListedAccount } from '#lib/contracts/app/accounts.ts'
import { Article } from '#lib/contracts/articles.ts'
import { ChangeRecord } from '#lib/contracts/changes.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { Improvement } from '#lib/contracts/improvements.ts'
import { Incident } from '#lib/contracts/incidents.ts'
import { Product } from '#lib/contracts/products.ts'
import { User } from '#lib/contracts/users.ts'
import { planFeeds } from '#server/import/mapping/plan-feeds.ts'
import { createRowReader } from '#server/import/mapping/row-reader.ts'
import { pickMember } from '#server/import/source/json-source.ts'
import { createDateReading } from '#server/import/testing.ts'
import { allTargets } from './all-targets.ts'
import { createRemarks, type StagedValue } from './target.ts'

type StagedColumns = Record<string, StagedValue>

/** The API response for the columns of a row, and its contract. */
const apiValues: Record<ImportKind, { contract: z.ZodType; answer(columns: StagedColumns): unknown }> = {
  users: { contract: User, answer: (row) => ({ ...row, created_at: row.created_at ?? '2026-03-01T10:00:00.000Z' }) },
  products: { contract: Product.extend({ price: z.number().min(0).multipleOf(0.01) }), answer: (row) => row },
  changes: {
    contract: ChangeRecord,
    answer: (row) => ({
      ...row,
      is_stub: false,
      rolled_back_at: null,
      updated_at: '2026-03-01T10:00:00.000Z',
      created_at: row.created_at ?? '2026-03-01T10:00:00.000Z',
    }),
  },
  incidents: {
    contract: Incident,
    answer: (row) => ({ ...row, priority_level: null, caused_by_change: null, updated_at: '2026-03-01T10:00:00.000Z' }),
  },
  reviews: {
    contract: ChangeRecord,
    answer: ({ title, ...row }) => ({
      ...row,
      title,
      risk: null,
      planned_start: null,
      planned_end: null,
      actual_start: null,
      actual_end: null,
      implementation_plan: null,
      risk_assessment: null,
      backout_plan: null,
      assigned_to: null,
      requested_by: null,
      approved_by: null,
      approved_at: null,
      assignment_group: null,
      close_code: null,
      close_notes: null,
      is_unauthorized: false,
      rolled_back_at: null,
      created_at: '2026-03-01T10:00:00.000Z',
      updated_at: '2026-03-01T10:00:00.000Z',
    }),
  },
  improvements: {
    contract: Improvement,
    answer: (row) => ({
      ...row,
      former_owners: [],
      done_by: null,
      verified_at: null,
      verified_by: null,
      recheck_on: null,
      look_since: null,
      look_reason: null,
      updated_at: '2026-03-01T10:00:00.000Z',
      created_at: row.created_at ?? '2026-03-01T10:00:00.000Z',
    }),
  },
  accounts: {
    contract: ListedAccount.omit({ sign_in: true, invited_until: true, is_disabled: true }),
    answer: (row) => ({ ...row, created_at: '2026-03-01T10:00:00.000Z', updated_at: '2026-03-01T10:00:00.000Z' }),
  },
  articles: {
    contract: Article,
    answer: ({ id, content, ...metadata }) => ({
      id,
      content,
      metadata: { ...metadata, created: metadata.created ?? '2026-03-01' },
      updated_at: '2026-03-01T10:00:00.000Z',
    }),
  },
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
  const { contract, answer } = apiValues[target.entity]
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
      const entries = target.columns.map(({ name }, index) => [name, checked.cells[index] ?? null])
      expect(JSON.stringify(checked.cells)).not.toContain('\\u0000')
      expect(contract.safeParse(answer(Object.fromEntries(entries))).error).toBeUndefined()
    }),
    { numRuns: 1000 },
  )
  expect(accepted).toBeGreaterThan(50)
})
