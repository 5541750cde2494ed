import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { LoadOrder, LoadResult } from './load-client.ts'

export type LoadRunner = {
  run(order: LoadOrder): Promise<LoadResult>
  stop(): void
}

/** Starts the client's process. */
export function startLoadRunner(): LoadRunner {
  const client = fork(join(import.meta.dirname, 'load-client.ts'))
  const ended = once(client, 'exit').then(([code]): never => {
    throw new Error(`The load client ended with ${code}.`)
  })
  ended.catch(() => {})
  return {
    async run(order) {
      const answered = once(client, 'message')
      client.send(order)
      const [answer] = await Promise.race([answered, ended])
      return answer as LoadResult
    },
    stop: () => client.kill(),
  }
}
