import { join } from 'node:path'
import { forkClient } from '#e2e/forked-client.ts'
import type { LoadOrder, LoadResult } from './load-client.ts'

export type LoadRunner = {
  run(order: LoadOrder): Promise<LoadResult>
  stop(): void
}

/** Starts the process of the client. */
export function startLoadRunner(): LoadRunner {
  const client = forkClient(join(import.meta.dirname, 'load-client.ts'))
  return { run: (order) => client.ask<LoadResult>(order), stop: client.stop }
}
