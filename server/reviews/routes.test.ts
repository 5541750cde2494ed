import { beforeAll, expect, test } from 'vitest'
import { publishLesson } from '#lib/contracts/app/review-sign-off.ts'
import * as contract from '#lib/contracts/app/reviews.ts'
import { type Endpoint, getSuccessStatus, type ResponseOf, type Role } from '#lib/contracts/endpoint.ts'
import { newLesson } from '#lib/review/testing-answers.ts'
import { callRoute, provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { createAccount } from '#server/platform/auth/account-commands.ts'
import { testSessionCookie } from '#server/platform/auth/testing-session.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { fillReview, insertChange } from './testing.ts'

const database = provideTestRuntime()
const cookies = new Map<Role, string>()
beforeAll(async () => {
  for (const role of ['viewer', 'reviewer'] as const) {
    const account = { email: `${role}@hindsight.example`, name: role, role, password: 'correct horse battery staple' }
    const { id } = await createAccount(testContext(database.db), account)
    cookies.set(role, await testSessionCookie({ id, sessionVersion: 1 }))
  }
})

type RouteCall = NonNullable<Parameters<typeof callRoute>[1]>

const callAs = (role: Role, endpoint: Endpoint, call: RouteCall) =>
  callRoute(endpoint, { ...call, headers: { cookie: cookies.get(role) ?? '' } })

async function readResponse<E extends Endpoint>(endpoint: E, pending: Promise<Response>): Promise<ResponseOf<E>> {
  const response = await pending
  expect(response.status).toBe(getSuccessStatus(endpoint))
  return endpoint.response?.parse(await response.json()) as ResponseOf<E>
}

test('a review can be started, filled in and completed over the API alone', async () => {
  const params = { number: await insertChange(database.db, 'CHG-API') }
  const find = () => readResponse(contract.findReview, callAs('viewer', contract.findReview, { params }))
  expect(await find()).toEqual({ review: null })
  const { reference } = await readResponse(
    contract.startReview,
    callAs('reviewer', contract.startReview, { params, body: {} }),
  )
  const { review } = await find()
  if (!review) throw new Error('no review')
  const account = { kind: 'account', id: 'acc', name: 'x', email: 'x@y.example', role: 'reviewer' } as const
  await fillReview(testContext(database.db, account), review)
  const drafts = [{ ...draft, key: 'a/b #1' }]
  const form = { drafts, is_none_learned: false }
  const save = { params: { reference, step: 'lessons' }, body: { version: 1, form } }
  await readResponse(contract.saveReviewStep, callAs('reviewer', contract.saveReviewStep, save))
  const publish = { params: { reference, key: 'a/b #1' }, body: { mask_names: true } }
  const marked = await readResponse(publishLesson, callAs('reviewer', publishLesson, publish))
  expect(marked.saved.form.drafts[0]).toMatchObject({ article_id: null, publishes: 'masked' })
  const complete = { params: { reference }, body: {} }
  const completed = await readResponse(contract.completeReview, callAs('reviewer', contract.completeReview, complete))
  expect(await find()).toEqual({ review: completed })
})

const draft = newLesson()
