import { expect, test } from 'vitest'
import { improvement } from '#lib/contracts/improvements.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import { buildRegisterFilter, setDue, setStatus } from './improvement-register.ts'
import { RegisterQuery } from './improvement-register-query.ts'
import { readPageQuery } from './page-query.ts'

const reader = { me: 'noor@hindsight.example', today: '2026-03-10' }
const todo = 'status IN (open, in_progress)'

test.each([
  [{}, todo],
  [{ status: 'all' }, undefined],
  [{ status: 'done' }, 'status = done'],
  [{ owner: 'me' }, `${todo} AND owner = noor@hindsight.example`],
  [{ due: 'overdue' }, `${todo} AND target_date < 2026-03-10`],
  [{ due: 'week', status: 'open' }, 'status = open AND target_date >= 2026-03-10 AND target_date <= 2026-03-17'],
  [
    { status: 'all', source: 'PIR-2026-0042', category: 'a "b"' },
    'category = "a \\"b\\"" AND source_ref = PIR-2026-0042',
  ],
  [{ query: 'title ~ a OR title ~ b' }, `(title ~ a OR title ~ b) AND ${todo}`],
  [{ query: 'title ~ a', status: 'all' }, 'title ~ a'],
  [{ query: ' ' }, todo],
  [{ status: 'lost', due: 'never', page: '-1' }, todo],
])('buildRegisterFilter of the parameters %j is %s', (params, filter) => {
  const made = buildRegisterFilter(readPageQuery(RegisterQuery, params), reader)
  expect(made).toBe(filter)
  expect(made === undefined || parseFilter(made, improvement.filterFields).ok).toBe(true)
})

test('filters by due date only among unfinished actions', () => {
  const overdue = readPageQuery(RegisterQuery, { due: 'overdue' })
  expect(setStatus(overdue, 'open')).toMatchObject({ status: 'open', due: 'overdue' })
  expect(setStatus(overdue, 'done').due).toBeUndefined()
  expect(setStatus(overdue, 'all').due).toBeUndefined()
  const done = readPageQuery(RegisterQuery, { status: 'done' })
  expect(setDue(done, 'week')).toMatchObject({ status: undefined, due: 'week' })
})
