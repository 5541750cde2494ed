import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { LoadOrder, LoadResult } from './load-client.ts'

export type LoadRunner = {
  run(order: LoadOrder): Promise<LoadResult>
  stop(): void
}

/** Starts the process of the client. */
export function startLoadRunner(): LoadRunner {
  const client = fork(join(import.meta.dirname, 'load-client.ts'))
  const ended = once(client, 'exit').then(([code]): never => {
    throw new Error(`The load client ended with ${code}.`)
  })
  ended.catch(() => {})
  return {
    async run(order) {
      const onResult = once(client, 'message')
      client.send(order)
      const [result] = await Promise.race([onResult, ended])
      return result as LoadResult
    },
    stop: () => client.kill(),
  }
}
