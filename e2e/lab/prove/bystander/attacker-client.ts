import { setPriority } from 'node:os'
import { allAttacks } from './all-attacks.ts'
import type { NthRequest, Target } from './attack.ts'

// The attacker, a process of its own, so that it delays neither the second caller nor the reader of the server's log. It
// yields the processors to them and to the server, as if it ran on another machine.

/** In this order. Each is answered when it is done: the last one with what was sent and how it was answered. */
export type AttackerOrder =
  | { readonly kind: 'prepare'; readonly attack: string; readonly target: Target }
  | { readonly kind: 'attack' }
  | { readonly kind: 'end' }

const leastPriority = 19

const over = new AbortController()
let attack: (() => Promise<string>) | undefined
let attacking: Promise<string> | undefined

const obey = {
  async prepare({ attack: name, target }: Extract<AttackerOrder, { kind: 'prepare' }>): Promise<string> {
    const chosen = allAttacks.find((known) => known.name === name)
    if (!chosen) throw new Error(`There is no attack ${name}.`)
    const nthRequest = await chosen.prepare(target)
    attack = () => sendUntil(over.signal, chosen.connections, nthRequest)
    return 'prepared'
  },
  async attack(): Promise<string> {
    attacking = attack?.()
    return 'attacking'
  },
  async end(): Promise<string> {
    over.abort()
    return (await attacking) ?? 'nothing'
  },
}

setPriority(leastPriority)
process.on('message', async (order: AttackerOrder) => {
  process.send?.(await (order.kind === 'prepare' ? obey.prepare(order) : obey[order.kind]()))
})

/**
 * Sends requests over `connections` loops until `signal` aborts. Returns the number of responses of each status, for the
 * figure of the claim.
 */
async function sendUntil(signal: AbortSignal, connections: number, nthRequest: NthRequest): Promise<string> {
  const counts: Record<string, number> = {}
  let sent = 0
  let bytes = 0
  const loop = async () => {
    while (!signal.aborted) {
      sent += 1
      const status = await fetch(nthRequest(sent), { signal, redirect: 'manual' })
        .then(async (response) => {
          bytes += (await response.arrayBuffer()).byteLength
          return String(response.status)
        })
        .catch(() => (signal.aborted ? 'unfinished' : 'no response'))
      counts[status] = (counts[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  const answers = Object.entries(counts).map(([status, count]) => `${count} × ${status}`)
  return `${answers.join(', ')}, ${(bytes / 1e6).toFixed(1)} MB`
}
