import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { endIdleSocket } from './respond.ts'

/** Sends a request to a server that allows 50 ms of silence; returns the bytes received until the connection ends. */
async function send(request: string, answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  server.setTimeout(50, endIdleSocket)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(request)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}
const upload = 'POST /imports HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n'
const page = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const silent: RequestListener = (incoming) => void incoming.resume()

test('an upload that stalls gets its reason before its connection ends', async () => {
  const response = await send(`${upload}half`, silent)
  expect(response).toMatch(/^HTTP\/1.1 400 /)
  expect(response).toContain('did not arrive in time')
})

test('a whole upload that gets no response is a 504 with a body', async () => {
  const response = await send(`${upload}0123456789`, silent)
  expect(response).toMatch(/^HTTP\/1.1 504 /)
  expect(response).toContain('"upstream_timeout"')
})

test('a response that has begun is cut off, and an idle connection ends without one', async () => {
  const begun = await send(page, (_, outgoing) => void outgoing.writeHead(200).write('half'))
  expect(begun).toMatch(/^HTTP\/1.1 200 /)
  expect(begun).not.toContain('upstream_timeout')
  expect(await send('', silent)).toBe('')
})
