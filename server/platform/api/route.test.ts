import { expect, test } from 'vitest'
import { getHealth } from '#lib/contracts/operations.ts'
import { route } from './route.ts'
import { provideTestRuntime } from './testing-call.ts'

provideTestRuntime()

/** The response when the handler of the endpoint returns this body. */
const responseTo = (body: object) =>
  route(getHealth, async () => ({ body: body as { status: 'alive' } }))(new Request('http://127.0.0.1/api/health'))

test('omits fields that are not in the contract', async () => {
  const response = await responseTo({ status: 'alive', passwordHash: 'hidden word' })
  expect(await response.json()).toEqual({ status: 'alive' })
})

test('sends nothing of a body that does not match the contract', async () => {
  const response = await responseTo({ status: 'hidden word' })
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('hidden word')
})
