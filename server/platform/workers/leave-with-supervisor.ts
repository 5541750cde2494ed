import cluster from 'node:cluster'

/** What a worker says when it takes no more connections, and what it hears when none can reach it any more. */
export const messages = { closed: 'hindsight:closed', unreachable: 'hindsight:unreachable' } as const

/** Milliseconds that a worker waits to hear it, as the supervisor may be gone. */
const patience = 1_000

/** Lets a worker whose supervisor was killed end in order; by itself it would end at once, with its requests. */
export function leaveWithSupervisor(stop: () => void): void {
  if (!cluster.worker) return
  cluster.worker.exitedAfterDisconnect = true
  cluster.worker.once('disconnect', stop)
}

/**
 * Call when the listener of this process was closed; resolves when no client can reach any process that stops. Until
 * then a client told to close its connection would come back on one that the supervisor takes and nobody answers.
 */
export function awaitUnreachable(): Promise<void> {
  const { worker } = cluster
  if (!worker?.isConnected()) return Promise.resolve()
  return new Promise((resolve) => {
    const done = setTimeout(resolve, patience)
    worker.on('message', (message) => {
      if (message !== messages.unreachable) return
      clearTimeout(done)
      resolve()
    })
    worker.send(messages.closed)
  })
}
