import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { readSamples } from '#server/platform/metrics/testing-samples.ts'
import type { FiguresMessage, Gathered } from './figures.ts'
import { figuresOfWorkers } from './figures-of-workers.ts'

/** A worker as the supervisor sees it, without a process. */
class PretendWorker extends EventEmitter {
  readonly counted = new Registry()
  readonly now = new Registry()
  readonly requests = new Counter({
    name: 'requests_total',
    help: 'R',
    labelNames: ['route'],
    registers: [this.counted],
  })
  readonly seconds = new Histogram({ name: 'seconds', help: 'S', buckets: [1, 2], registers: [this.counted] })
  readonly connections = new Gauge({ name: 'connections', help: 'C', registers: [this.now] })
  readonly success = new Gauge({ name: 'success', help: 'S', registers: [this.now], aggregator: 'max' })
  isHanging = false
  #gathered = (_: Gathered) => {}

  isConnected = () => true

  async send(message: FiguresMessage) {
    if (message.figures === 'gathered') this.#gathered(message.gathered)
    if (message.figures !== 'tell' || this.isHanging) return
    const told = { counted: await this.counted.getMetricsAsJSON(), now: await this.now.getMetricsAsJSON() }
    this.emit('message', JSON.parse(JSON.stringify({ figures: 'told', id: message.id, told })))
  }

  /** What it is told that all workers counted. */
  async gather() {
    const gathered = new Promise<Gathered>((resolve) => {
      this.#gathered = resolve
    })
    this.emit('message', { figures: 'gather', id: 1 })
    const { text, workers, answered } = await gathered
    return { samples: readSamples(text), workers, answered }
  }

  end() {
    this.emit('disconnect')
    this.emit('exit', null, 'SIGKILL')
  }
}

function startWorkers(count: number) {
  const take = figuresOfWorkers(count)
  const start = () => {
    const worker = new PretendWorker()
    take(worker as unknown as Worker)
    worker.emit('listening')
    return worker
  }
  return { workers: Array.from({ length: count }, start) as [PretendWorker, PretendWorker], start, take }
}

it('sums what is counted and what is so now, whichever worker asks', async () => {
  const { workers } = startWorkers(2)
  const [first, second] = workers
  first.requests.inc({ route: '/a' }, 3)
  second.requests.inc({ route: '/a' }, 4)
  second.requests.inc({ route: '/b' })
  first.seconds.observe(0.5)
  second.seconds.observe(1.5)
  first.connections.set(2)
  second.connections.set(5)
  first.success.set(100)
  second.success.set(90)
  const expected = {
    'requests_total{route="/a"}': 7,
    'requests_total{route="/b"}': 1,
    'seconds_bucket{le="1"}': 1,
    'seconds_bucket{le="2"}': 2,
    'seconds_bucket{le="+Inf"}': 2,
    seconds_sum: 2,
    seconds_count: 2,
    connections: 7,
    success: 100,
  }
  for (const asker of workers) {
    const { samples, ...answer } = await asker.gather()
    expect(Object.fromEntries(samples)).toEqual(expected)
    expect(answer).toEqual({ workers: 2, answered: 2 })
  }
})

it('waits no longer than two seconds for one that hangs, and keeps what it had counted', async () => {
  const { workers } = startWorkers(2)
  const [first, second] = workers
  second.requests.inc({ route: '/a' }, 4)
  second.connections.set(5)
  await first.gather()
  second.isHanging = true
  first.requests.inc({ route: '/a' })
  const askedAt = performance.now()
  const { samples, ...counts } = await first.gather()
  expect(performance.now() - askedAt).toBeLessThan(3_000)
  expect(counts).toEqual({ workers: 2, answered: 1 })
  expect(samples.get('requests_total{route="/a"}')).toBe(5)
  expect(samples.get('connections')).toBe(0)
})

it('lets no sum fall when a worker ends, at once or while it is asked', async () => {
  const { workers, start } = startWorkers(2)
  const [first, second] = workers
  second.requests.inc({ route: '/a' }, 4)
  await first.gather()
  second.end()
  expect((await first.gather()).samples.get('requests_total{route="/a"}')).toBe(4)

  const third = start()
  third.requests.inc({ route: '/a' }, 10)
  await first.gather()
  third.isHanging = true
  const answer = first.gather()
  setImmediate(() => third.end())
  const { samples, answered } = await answer
  expect(samples.get('requests_total{route="/a"}')).toBe(14)
  expect(answered).toBe(1)
  expect((await first.gather()).samples.get('requests_total{route="/a"}')).toBe(14)
})

it('does not ask one that is only starting', async () => {
  const { workers, take } = startWorkers(2)
  const starting = new PretendWorker()
  starting.isHanging = true
  take(starting as unknown as Worker)
  expect((await workers[0].gather()).answered).toBe(2)
})
