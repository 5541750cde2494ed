import { type CallerAccess, sampleFor } from './probes.ts'

/** The second caller, a process of its own, so that it does not wait for the attacker. */
export type BystanderOrder = { readonly seconds: number; readonly access: CallerAccess }

process.on('message', async ({ seconds, access }: BystanderOrder) => {
  process.send?.(await sampleFor(seconds, access))
})
