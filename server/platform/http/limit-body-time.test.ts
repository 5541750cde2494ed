import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limitBodyTime } from './respond.ts'

async function send(head: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    limitBodyTime(incoming, 50)
    incoming.on('end', () => outgoing.end('whole')).resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${head}`)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

test('a body that does not arrive in time is rejected', async () => {
  const response = await send('Content-Length: 10\r\n\r\nhalf')
  expect(response).toMatch(/^HTTP\/1.1 400 /)
  expect(response).toContain('did not arrive in time')
})

test.each(['Content-Length: 4\r\n\r\nbody', '\r\n'])('a whole request is not: %j', async (head) => {
  expect(await send(head)).toMatch(/^HTTP\/1.1 200 /)
})
