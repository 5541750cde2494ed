import { fork } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'

export type ForkedClient = {
  /** Sends an order and returns the reply of the process. Throws when the process ends first. */
  ask<Reply>(order: object): Promise<Reply>
  stop(): void
}

/** Starts a client in a process of its own, which answers one order at a time. */
export function forkClient(path: string): ForkedClient {
  const client = fork(path)
  const ended = once(client, 'exit').then(([code]): never => {
    throw new Error(`${basename(path)} ended with ${code}.`)
  })
  ended.catch(() => {})
  return {
    async ask<Reply>(order: object) {
      const onReply = once(client, 'message')
      client.send(order)
      const [reply] = await Promise.race([onReply, ended])
      return reply as Reply
    },
    stop: () => client.kill(),
  }
}
