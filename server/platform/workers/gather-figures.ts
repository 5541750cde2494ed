import cluster from 'node:cluster'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log/log.ts'
import { asFiguresMessage, type Figures, type FiguresMessage, type Gathered, hearMessage } from './figures.ts'

/** Milliseconds that the supervisor has, which itself waits two seconds for the workers. */
const patience = 4_000

/** Lets the supervisor have the figures of this worker whenever it asks. Does nothing where there is only one process. */
export function offerFigures(read: () => Promise<Figures>): void {
  cluster.worker?.on('message', (message) => {
    const question = asFiguresMessage(message)
    if (question?.figures !== 'tell') return
    const tell = (told: Figures) => send({ figures: 'told', id: question.id, told })
    // Not to be had while this process ends.
    read().then(tell, (error) => log.debug({ err: error }, 'figures not told'))
  })
}

let questions = 0

/**
 * The figures of all workers; undefined where there is only one process. Throws `unavailable` where the supervisor is
 * gone or silent: those of this worker alone would be taken for sums that fell.
 */
export async function gatherFigures(): Promise<Gathered | undefined> {
  const { worker } = cluster
  if (!worker) return undefined
  questions += 1
  const id = questions
  send({ figures: 'gather', id })
  const gathered = await hearMessage(
    worker,
    (answer) => (answer.figures === 'gathered' && answer.id === id ? answer.gathered : undefined),
    patience,
  )
  if (gathered) return gathered
  throw new AppError('unavailable', 'The figures of the other workers cannot be had now; try again shortly.')
}

/** What cannot be sent, as the supervisor is gone, is asked for by nobody. */
function send(message: FiguresMessage): void {
  cluster.worker?.send(message, () => {})
}
