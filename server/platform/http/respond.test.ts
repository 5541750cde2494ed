import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { respond, respondWithFault } from './respond.ts'

async function ask(answer: RequestListener): Promise<Response> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}
const never = new Promise<never>(() => {})

test('a request that takes too long is a 504 with the shape of every error', async () => {
  const response = await ask((incoming, outgoing) => respond(incoming, outgoing, never, 20))
  expect(response.status).toBe(504)
  expect(await response.json()).toEqual({
    error: {
      code: 'upstream_timeout',
      message: 'The request took too long. It may still be carried out.',
      request_id: response.headers.get('x-request-id'),
    },
  })
})

test('a page that fails after it began is cut off, so that nobody takes it for the whole', async () => {
  const response = await ask((_, outgoing) => {
    outgoing.write('<html>', () => respondWithFault(outgoing, new Error('late')))
  })
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
})
