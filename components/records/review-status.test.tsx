import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UserProvider } from '#components/layout/user-context.tsx'
import type { Role } from '#lib/contracts/endpoint.ts'
import { ReviewStatus } from './review-status.tsx'

const change = { number: 'CHG1', state: 'review', is_stub: false, pir_completed: false, pir_outcome: null } as const

const render = (role: Role, entry: Omit<Parameters<typeof ReviewStatus>[0]['entry'], keyof typeof change>) =>
  renderToStaticMarkup(
    <UserProvider user={{ name: 'Ada', email: 'ada@hindsight.example', role }}>
      <ReviewStatus entry={{ ...change, ...entry }} />
    </UserProvider>,
  )

test('only a person who may write is offered to start a review', () => {
  expect(render('reviewer', { review_status: 'none' })).toContain('Start')
  for (const role of ['viewer', 'auditor'] as const) {
    expect(render(role, { review_status: 'none' }), role).not.toContain('<a')
  }
})

test.each([
  ['reviewer', { review_status: 'in_progress', form_kind: 'full', open_step: 'risk' }, '/risk'],
  ['reviewer', { review_status: 'in_progress', form_kind: 'full', open_step: null }, '/plan'],
  ['reviewer', { review_status: 'in_progress', form_kind: 'short', open_step: null }, '/short'],
  ['viewer', { review_status: 'in_progress', form_kind: 'short', open_step: null }, '/plan'],
  ['viewer', { review_status: 'waived', form_kind: 'full', open_step: null }, '/sign-off'],
  ['reviewer', { review_status: 'in_progress' }, ''],
] as const)('a %s is led from %j to the step %s', (role, entry, step) => {
  expect(render(role, entry)).toContain(`href="/changes/CHG1/review${step}"`)
})
