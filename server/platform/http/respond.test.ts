import { createServer, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { endIdleSocket, limitBodyTime, respond, respondWithFault } from './respond.ts'
import { listenInTest } from './testing-listen.ts'

/** Starts a server, which allows 50 ms of silence if `isImpatient`; returns its port. */
async function serve(answer: RequestListener, isImpatient = false): Promise<number> {
  const server = createServer(answer)
  if (isImpatient) server.setTimeout(50, endIdleSocket)
  return (await listenInTest(server)).port
}

/** Sends a text to a port; returns the bytes received until the connection ends. */
async function send(request: string, port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

test('a request that takes too long is a 504 with the shape of every error', async () => {
  const never = new Promise<never>(() => {})
  const port = await serve((incoming, outgoing) => respond(incoming, outgoing, never, 20))
  const response = await fetch(`http://127.0.0.1:${port}`)
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
  const port = await serve((_, outgoing) => {
    outgoing.write('<html>', () => respondWithFault(outgoing, new Error('late')))
  })
  const response = await fetch(`http://127.0.0.1:${port}`)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
})

test.each([
  [
    'a body that does not arrive in time is rejected',
    'Content-Length: 10\r\n\r\nhalf',
    /^HTTP\/1.1 400 .*not arrive in time/s,
  ],
  ['a whole body is not', 'Content-Length: 4\r\n\r\nbody', /^HTTP\/1.1 200 /],
  ['a request without a body is not', '\r\n', /^HTTP\/1.1 200 /],
])('%s', async (_, head, expected) => {
  const port = await serve((incoming, outgoing) => {
    limitBodyTime(incoming, 50)
    incoming.on('end', () => outgoing.end('whole')).resume()
  })
  expect(await send(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${head}`, port)).toMatch(expected)
})

const upload = 'POST /imports HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n'
const silent: RequestListener = (incoming) => void incoming.resume()

test.each([
  ['an upload that stalls gets its reason', `${upload}half`, /^HTTP\/1.1 400 .*not arrive in time/s],
  [
    'a whole upload that gets no response is a 504 with a body',
    `${upload}0123456789`,
    /^HTTP\/1.1 504 .*"upstream_timeout"/s,
  ],
  ['an idle connection ends without a response', '', /^$/],
])('%s', async (_, request, expected) => {
  expect(await send(request, await serve(silent, true))).toMatch(expected)
})

test('a response that has begun is cut off', async () => {
  const port = await serve((_, outgoing) => void outgoing.writeHead(200).write('half'), true)
  const begun = await send('GET / HTTP/1.1\r\nHost: a\r\n\r\n', port)
  expect(begun).toMatch(/^HTTP\/1.1 200 /)
  expect(begun).not.toContain('upstream_timeout')
})
