import cluster, { type Worker } from 'node:cluster'
import { log } from '#server/platform/log/log.ts'
import { onStopRequest } from '#server/platform/stop-requests.ts'
import { figuresOfWorkers } from './figures-of-workers.ts'
import { messages } from './leave-with-supervisor.ts'
import { restartPolicy } from './restart-policy.ts'

/** Milliseconds that the workers have to end by themselves: what they need for requests in flight, and some. */
const endWithin = 12_000

type Shares = {
  readonly workers: number
  /** Connections to the database of all workers together. */
  readonly poolSize: number
  /** Milliseconds for which they go on after they were told to stop. */
  readonly stopDelay: number
}

/**
 * Runs several processes that share port and database, one of them with the scheduled work, and replaces one that ends.
 * The others begin when the first takes requests: it alone starts the database and migrates it.
 */
export function superviseWorkers({ workers, poolSize, stopDelay }: Shares): void {
  const running = new Map<number, Worker>()
  const closed = new Set<Worker>()
  const pauses = new Map(Array.from({ length: workers }, (_, index) => [index + 1, restartPolicy()]))
  const takeFigures = figuresOfWorkers(workers)
  let isStopping = false
  let hasListened = false

  function start(slot: number): void {
    const startedAt = performance.now()
    const worker = cluster.fork({
      HINDSIGHT_WORKER: String(slot),
      HINDSIGHT_POOL_SIZE: String(Math.max(2, Math.ceil(poolSize / workers))),
      ...(slot === 1 ? {} : { HINDSIGHT_JOBS: 'off' }),
    })
    running.set(slot, worker)
    takeFigures(worker)
    worker.once('listening', () => {
      if (hasListened) return
      hasListened = true
      for (let other = 2; other <= workers && !isStopping; other += 1) start(other)
    })
    // What is sent to one that is just ending fails, which would end the supervisor; how it ended is told below.
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) throw error
      log.info({ err: error, worker: slot }, 'a worker was not reached')
    })
    worker.on('message', (message) => {
      if (message !== messages.closed) return
      closed.add(worker)
      tellUnreachable()
    })
    worker.once('exit', (code, signal) => {
      running.delete(slot)
      closed.delete(worker)
      tellUnreachable()
      if (isStopping) return endWhenAllHave()
      // What cannot even start says why by itself.
      if (!hasListened) process.exit(code || 1)
      const pause = pauses.get(slot)?.(startedAt, performance.now()) ?? null
      log.error({ worker: slot, code, signal, restart_in_ms: pause }, 'a worker ended')
      if (pause === null) return giveUp(slot)
      setTimeout(() => isStopping || start(slot), pause)
    })
  }

  let exitCode = 0
  function stop(): void {
    for (const worker of running.values()) worker.process.kill('SIGTERM')
    // A second signal ends the workers' delay.
    if (isStopping) return
    isStopping = true
    setTimeout(() => {
      for (const worker of running.values()) worker.process.kill('SIGKILL')
    }, stopDelay + endWithin).unref()
    endWhenAllHave()
  }

  /** When all are to stop, none is told before the last has closed: what one gives up another would be handed. */
  function tellUnreachable(): void {
    if (isStopping && [...running.values()].some((worker) => !closed.has(worker))) return
    for (const worker of closed) if (worker.isConnected()) worker.send(messages.unreachable)
  }

  function endWhenAllHave(): void {
    if (running.size === 0) process.exit(exitCode)
  }

  function giveUp(slot: number): void {
    process.stderr.write(`Hindsight stops: worker ${slot} ended again and again; the log says why.\n`)
    exitCode = 1
    stop()
  }

  onStopRequest(stop)
  start(1)
}
