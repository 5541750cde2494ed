import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { createDrain } from './drain.ts'
import { listenInTest } from './testing-listen.ts'

const requestText = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** A server that responds when `respondToAll` is called, and a function that connects to it. */
async function startServer(timeoutMs = 60_000) {
  const waiting: ServerResponse[] = []
  const server = createServer((_request, response) => {
    drain.admit(response)
    waiting.push(response)
    server.emit('arrived')
  })
  const drain = createDrain(server, timeoutMs)
  const { port } = await listenInTest(server)
  const respondToAll = () => {
    for (const response of waiting.splice(0)) response.end('done')
  }
  return { server, drain, respondToAll, dial: () => connect(port, '127.0.0.1') }
}

async function readText(socket: Socket): Promise<string> {
  let text = ''
  for await (const part of socket) text += part
  return text
}

test('responds to requests that arrive before and during the shutdown, with `Connection: close`', async () => {
  const { server, drain, respondToAll, dial } = await startServer()
  const early = dial()
  const late = dial()
  await Promise.all([once(early, 'connect'), once(late, 'connect')])
  early.write(requestText)
  await once(server, 'arrived')
  const finished = drain.finish()
  await vi.waitUntil(() => !server.listening)
  late.write(requestText)
  await once(server, 'arrived')
  respondToAll()
  for (const socket of [early, late]) expect(await readText(socket)).toMatch(/^HTTP\/1.1 200.*Connection: close.*done/s)
  await finished
})

test('closes the connections of requests that exceed the timeout', async () => {
  const { server, drain, dial } = await startServer(1)
  const socket = dial()
  socket.write(requestText)
  await once(server, 'arrived')
  const [text] = await Promise.all([readText(socket), drain.finish()])
  expect(text).toBe('')
  expect(server.listening).toBe(false)
})
