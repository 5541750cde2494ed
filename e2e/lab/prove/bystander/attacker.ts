import { join } from 'node:path'
import { forkClient } from '#e2e/forked-client.ts'
import type { OwnServer } from '#e2e/own-server.ts'
import type { AttackerOrder } from './attacker-client.ts'

export type Attacker = {
  /** Begins to attack. */
  begin(): Promise<void>
  /** Stops; returns what was sent and how it was answered. */
  end(): Promise<string>
  /** Ends the process. */
  stop(): void
}

/** Starts the process of an attacker and makes what its attack needs. */
export async function startAttacker({ server, tokens }: OwnServer, attack: string): Promise<Attacker> {
  const client = forkClient(join(import.meta.dirname, 'attacker-client.ts'))
  const ask = (order: AttackerOrder) => client.ask<string>(order)
  try {
    await ask({ kind: 'prepare', attack, target: { baseUrl: server.baseUrl, tokens } })
  } catch (error) {
    client.stop()
    throw error
  }
  return {
    begin: async () => {
      await ask({ kind: 'attack' })
    },
    end: () => ask({ kind: 'end' }),
    stop: client.stop,
  }
}
