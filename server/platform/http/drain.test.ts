import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drainOf } from './drain.ts'

const ask = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** A server whose requests wait for `answerAll`, and a connection to it. */
async function startServer(patience = 60_000) {
  const waiting: ServerResponse[] = []
  const server = createServer((_request, response) => {
    drain.admit(response)
    waiting.push(response)
    server.emit('arrived')
  })
  const drain = drainOf(server, patience)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  const answerAll = () => {
    for (const response of waiting.splice(0)) response.end('done')
  }
  return { server, drain, answerAll, dial: () => connect(port, '127.0.0.1') }
}

async function textOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const part of socket) text += part
  return text
}

test('answers what is on its way, also when it arrives after the end was asked for, and says that it closes', async () => {
  const { server, drain, answerAll, dial } = await startServer()
  const [early, late] = [dial(), dial()]
  await Promise.all([once(early, 'connect'), once(late, 'connect')])
  early.write(ask)
  await once(server, 'arrived')
  const finished = drain.finish()
  await vi.waitUntil(() => !server.listening)
  late.write(ask)
  await once(server, 'arrived')
  answerAll()
  for (const socket of [early, late]) expect(await textOf(socket)).toMatch(/^HTTP\/1.1 200.*Connection: close.*done/s)
  await finished
})

test('takes no new connections', async () => {
  const { server, drain, answerAll, dial } = await startServer()
  const socket = dial()
  socket.write(ask)
  await once(server, 'arrived')
  const finished = drain.finish()
  await vi.waitUntil(() => !server.listening)
  const [refused] = await once(dial(), 'error')
  expect(refused.code).toBe('ECONNREFUSED')
  answerAll()
  await Promise.all([textOf(socket), finished])
})

test('cuts what is not answered in time', async () => {
  const { server, drain, dial } = await startServer(1)
  const socket = dial()
  socket.write(ask)
  await once(server, 'arrived')
  const [text] = await Promise.all([textOf(socket), drain.finish()])
  expect(text).toBe('')
  expect(server.listening).toBe(false)
})
