import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiRequest } from './api-request.ts'
import { cutUnread, fromIncoming } from './node-request.ts'
import { listen } from './testing-listen.ts'

const target = { pathname: '/api/v1/users', search: '' }

type Arrival = { incoming: IncomingMessage; outgoing: ServerResponse }

const arrivals: ((arrival: Arrival) => void)[] = []
const server = createServer({ requireHostHeader: false }, (incoming, outgoing) =>
  arrivals.shift()?.({ incoming, outgoing }),
)
let port: number
beforeAll(async () => {
  const place = await listen(server)
  port = place.port
  return place.close
})

/** Sends raw text and returns the request once its head has arrived. */
async function send(text: string): Promise<Arrival & { socket: Socket }> {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<Arrival>()
  arrivals.push(resolve)
  socket.on('error', () => {})
  socket.write(text)
  return { ...(await promise), socket }
}

/** The request with these header lines. */
async function arrive(lines: readonly string[]): Promise<ApiRequest> {
  const { incoming, outgoing } = await send(`GET /api/v1/users HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  outgoing.end()
  return fromIncoming(incoming, target)
}

test.each(['Authorization', 'Content-Type', 'If-Match', 'X-Forwarded-For', 'Origin'])(
  'joins repeated lines of %s',
  async (name) => {
    const request = await arrive(['Host: localhost', `${name}: one`, `${name.toLowerCase()}: two`])
    expect(request.headers.get(name)).toBe('one, two')
  },
)

describe('a body', () => {
  const head = 'POST /api/v1/users HTTP/1.1\r\nHost: localhost\r\n'
  const text = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString()

  test('is read completely, in one piece or in several', async () => {
    const { incoming, socket } = await send(`${head}Content-Length: 5\r\n\r\nhello`)
    expect(text(await fromIncoming(incoming, target).readBody(5))).toBe('hello')
    socket.destroy()

    const slow = await send(`${head}Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n`)
    const reading = fromIncoming(slow.incoming, target).readBody(5)
    slow.socket.write('2\r\nlo\r\n0\r\n\r\n')
    expect(text(await reading)).toBe('hello')
    slow.socket.destroy()
  })

  test('is null once it exceeds the limit, even if more is to come', async () => {
    const { incoming, socket } = await send(`${head}Transfer-Encoding: chunked\r\n\r\n6\r\nhello!\r\n`)
    expect(await fromIncoming(incoming, target).readBody(5)).toBeNull()
    socket.destroy()
  })

  test('is rejected when the client disconnects before or during reading', async () => {
    const { incoming, socket } = await send(`${head}Content-Length: 5\r\n\r\nhe`)
    const reading = fromIncoming(incoming, target).readBody(5)
    socket.destroy()
    await expect(reading).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(fromIncoming(incoming, target).readBody(5)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('is cut off some time after it was rejected', async () => {
    const { incoming, outgoing, socket } = await send(`${head}Content-Length: 9999999\r\n\r\nhello`)
    const closed = once(socket, 'close')
    socket.resume()
    outgoing.writeHead(413).end()
    cutUnread(incoming, outgoing)
    await closed
    expect(incoming.complete).toBe(false)
  })

  test('leaves the connection open for the next request if it was sent completely', async () => {
    const { incoming, outgoing, socket } = await send(`${head}Content-Length: 5\r\n\r\nhello`)
    outgoing.writeHead(401).end()
    cutUnread(incoming, outgoing)
    await once(outgoing, 'finish')
    const { promise, resolve } = Promise.withResolvers<Arrival>()
    arrivals.push(resolve)
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect((await promise).incoming.socket).toBe(incoming.socket)
    socket.destroy()
  })
})
