import type { Worker } from 'node:cluster'
import { log } from '#server/platform/log/log.ts'
import { asFiguresMessage, type Figures, type Gathered, hearMessage, type Metrics } from './figures.ts'

/** Milliseconds that a worker has to tell its figures; Prometheus waits ten seconds for them all. */
const patience = 2_000

/**
 * Sums what the workers tell, for the one that Prometheus asks. What a worker had counted when it was last asked stays in
 * the sums when it is silent or ends: a sum that falls is taken for one that began anew, and all that was ever counted for
 * the increase since.
 *
 * @returns takes in a worker that was just started
 */
export function figuresOfWorkers(workers: number): (worker: Worker) => void {
  /** Those that take requests. */
  const tellers = new Set<Worker>()
  /** What each worker counted when it told it last. */
  const counted = new Map<Worker, Metrics>()
  /** What those had counted that ended. */
  const ended: Metrics[] = []
  let gathering: Promise<Gathered> | undefined
  let questions = 0

  async function ask(worker: Worker, id: number): Promise<Figures | undefined> {
    worker.send({ figures: 'tell', id })
    const told = await hearMessage(
      worker,
      (answer) => (answer.figures === 'told' && answer.id === id ? answer.told : undefined),
      patience,
    )
    if (told && tellers.has(worker)) counted.set(worker, told.counted)
    return told
  }

  async function gather(): Promise<Gathered> {
    // Only a service that is watched needs it, and its start waits for nothing.
    const { AggregatorRegistry } = await import('prom-client')
    questions += 1
    const id = questions
    const told = (await Promise.all([...tellers].map((worker) => ask(worker, id)))).filter((one) => one !== undefined)
    ended.splice(0, ended.length, await AggregatorRegistry.aggregate(ended).getMetricsAsJSON())
    const all = AggregatorRegistry.aggregate([...ended, ...counted.values(), ...told.map(({ now }) => now)])
    return { text: await all.metrics(), workers, answered: told.length }
  }

  async function answer(worker: Worker, id: number): Promise<void> {
    // One gathering serves all who ask meanwhile.
    gathering ??= gather().finally(() => {
      gathering = undefined
    })
    const gathered = await gathering
    if (worker.isConnected()) worker.send({ figures: 'gathered', id, gathered })
  }

  return (worker) => {
    worker.once('listening', () => tellers.add(worker))
    worker.on('message', (message) => {
      const question = asFiguresMessage(message)
      if (question?.figures !== 'gather') return
      answer(worker, question.id).catch((error) => log.warn({ err: error }, 'figures not gathered'))
    })
    worker.once('exit', () => {
      tellers.delete(worker)
      ended.push(counted.get(worker) ?? [])
      counted.delete(worker)
    })
  }
}
