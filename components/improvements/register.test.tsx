import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import { readPageQuery } from '#lib/api/page-query.ts'
import { NoImprovements } from './register.tsx'

const textFor = (params: Record<string, string>) =>
  renderToStaticMarkup(<NoImprovements query={readPageQuery(RegisterQuery, params)} />)

test.each([
  [{}, 'Nothing to do'],
  [{ status: 'done' }, 'No actions that wait for verification'],
  [{ status: 'all' }, 'No improvement actions yet'],
])('without a filter, %j says what comes next', (params, title) => {
  expect(textFor(params)).toContain(title)
  expect(textFor(params)).toContain('Actions come from reviews')
  expect(textFor(params)).not.toContain('filter')
})

test.each([{ category: 'testing' }, { due: 'overdue' }, { query: 'title ~ a', status: 'all' }])(
  'with %j it offers to remove the filter',
  (params) => {
    expect(textFor(params)).toContain('No matching actions')
    expect(textFor(params)).toContain('Remove a filter')
  },
)
