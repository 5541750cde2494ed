import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMemory } from '#e2e/bench/process-usage.ts'
import { withOwnServer } from '../own-server.ts'
import type { Claim } from './claim.ts'
import { callServer } from './crash/call-server.ts'

/** Seconds of patience with the service, which gives a client 30 to come to its point. */
const patience = 240
/** Seconds that answers are left unread; the service gives a client 60. */
const unreadFor = 90
/** Silent connections of the long run, and descriptors that a process needs beside those of its clients. */
const crowd = 10_000
const spare = 2_500

type Crowd = { readonly sockets: readonly Socket[]; closed(): number; received(): string[] }

export const withstandSlowClients: Claim = {
  name: 'withstand-slow-clients',
  claim: 'Slow, silent, half-closed and unread connections are answered or closed, and block nobody else',
  prove: (ground, { isQuick }) =>
    withOwnServer(ground, async ({ server, tokens }) => {
      const port = Number(new URL(server.baseUrl).port)
      const headers = { Authorization: `Bearer ${tokens.itsm.write}` }
      const lines = `Host: localhost\r\nAuthorization: ${headers.Authorization}\r\n`
      const page = `GET /api/itsm/v1/changes?limit=100 HTTP/1.1\r\n${lines}`
      const memory = () => Math.round(residentMemory(server.child.pid ?? 0))
      const descriptors = () => openDescriptors(server.child.pid ?? 0)
      const before = memory()
      const calm = descriptors()
      const few = isQuick ? 100 : 500
      // Node takes for itself as many descriptors as the machine permits; both processes need one for each connection.
      const permitted = mostDescriptors(server.child.pid ?? 0)
      const silent = await open(port, isQuick ? 1_000 : Math.min(crowd, permitted - spare), '')
      const slowHeaders = await open(port, few, page)
      const slowBodies = await open(
        port,
        few,
        `POST /api/itsm/v1/improvements HTTP/1.1\r\n${lines}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`,
      )
      const halfClosed = await open(port, few, `${page}\r\n`)
      for (const socket of halfClosed.sockets) socket.end()
      const unread = await open(port, isQuick ? 0 : 100, `${page}\r\n`.repeat(100), { isReading: false })
      const isOpen = { ever: true }
      const dripping = drip(slowHeaders, slowBodies, isOpen)
      const asked = { all: 0, failed: 0 }
      const began = performance.now()
      const end = began + patience * 1000
      const unreadUntil = began + (unread.sockets.length > 0 ? unreadFor * 1000 : 0)
      const mostOpen = descriptors()
      const isLeft = () =>
        performance.now() < unreadUntil ||
        [silent, slowHeaders, slowBodies].some(({ sockets, closed }) => closed() < sockets.length)
      let most = memory()
      while (performance.now() < end && isLeft()) {
        const reply = await callServer(server, { method: 'GET', path: '/api/itsm/v1/changes?limit=5', headers })
        asked.all += 1
        if (reply?.status !== 200) asked.failed += 1
        most = Math.max(most, memory())
        await sleep(100)
      }
      // Reading on shows what became of them: the rest of what was on its way and the end, or all that was asked for.
      for (const socket of unread.sockets) socket.resume()
      const crowds = [silent, slowHeaders, slowBodies, halfClosed, unread]
      const isAnyOpen = () => crowds.some(({ sockets, closed }) => closed() < sockets.length)
      while (performance.now() < end && isAnyOpen()) await sleep(100)
      isOpen.ever = false
      await dripping
      const answered = halfClosed.received().filter((text) => text.startsWith('HTTP/1.1 200')).length
      const told = [...slowHeaders.received(), ...slowBodies.received()].filter((text) =>
        text.includes('did not arrive in time'),
      ).length
      const faults = [
        ...left('silent connections', silent),
        ...left('slow headers', slowHeaders),
        ...left('slow bodies', slowBodies),
        ...left('unread answers', unread),
        ...left('half-closed connections', halfClosed),
        ...(told === 2 * few ? [] : [`${told} of ${2 * few} slow requests were told why`]),
        ...(asked.failed === 0 ? [] : [`${asked.failed} of ${asked.all} requests of others failed`]),
      ]
      for (const { sockets } of crowds) for (const socket of sockets) socket.destroy()
      const isGivenBack = () => descriptors() <= calm + 50
      for (let tries = 0; tries < 300 && !isGivenBack(); tries += 1) await sleep(100)
      if (!isGivenBack()) faults.push(`${descriptors()} descriptors are open, ${calm} before`)
      return {
        figure: `${silent.closed().toLocaleString('en')} silent, ${slowHeaders.closed()} slow headers, ${slowBodies.closed()} slow bodies, ${unread.closed()} unread cut; ${few} half-closed cut or answered (${answered}); ${asked.all} requests of others, ${asked.failed} failed; memory ${before} MB, at most ${most} MB; descriptors ${calm}, at most ${mostOpen} of ${permitted}, then ${descriptors()}`,
        isProven: faults.length === 0 && asked.all > 0,
        faults,
      }
    }),
}

/** Files and connections that a process has open; 0 where /proc is missing. */
function openDescriptors(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

function mostDescriptors(pid: number): number {
  try {
    return Number(/Max open files\s+(\d+)/.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1] ?? 4_096)
  } catch {
    return 4_096
  }
}

/** Opens connections, some hundred at a time, and sends the same on each. */
async function open(port: number, count: number, text: string, { isReading = true } = {}): Promise<Crowd> {
  const sockets: Socket[] = []
  const received = new Map<Socket, string>()
  const closed = new Set<Socket>()
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(200, count - sockets.length) }, () => dial(port))
    for (const socket of await Promise.all(batch)) {
      socket.on('error', () => {})
      socket.once('close', () => closed.add(socket))
      if (isReading) socket.on('data', (data) => received.set(socket, `${received.get(socket) ?? ''}${data}`))
      else socket.pause()
      if (text !== '') socket.write(text)
      sockets.push(socket)
    }
  }
  return { sockets, closed: () => closed.size, received: () => [...received.values()] }
}

function dial(port: number): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      done(socket)
    })
    socket.once('end', () => socket.end())
  })
}

/** Sends a little every second, so that the connections are never idle and never done. */
async function drip(headers: Crowd, bodies: Crowd, isOpen: { readonly ever: boolean }): Promise<void> {
  for (let n = 0; isOpen.ever; n += 1) {
    for (const socket of headers.sockets) if (socket.writable) socket.write(`X-Slow-${n}: 1\r\n`)
    for (const socket of bodies.sockets) if (socket.writable) socket.write(' ')
    await sleep(1_000)
  }
}

const left = (what: string, crowd: Crowd) =>
  crowd.closed() === crowd.sockets.length
    ? []
    : [`${crowd.sockets.length - crowd.closed()} of ${crowd.sockets.length} ${what} are still open`]
