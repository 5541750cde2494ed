import { setPriority } from 'node:os'
import { allAttacks } from './all-attacks.ts'
import type { Attack, AttackedServer, NthRequest } from './attack.ts'

// The attacker, a process of its own, so that it delays neither the second caller nor the reader of the server's log.
// It yields the processors to them and to the server, as if it ran on another machine.

/** An attack to prepare, then `attack` and `end`; the last one is answered with a summary of the requests. */
export type AttackerOrder = { readonly attack: Attack['name']; readonly target: AttackedServer } | 'attack' | 'end'

const leastPriority = 19
const over = new AbortController()
let attack = async (): Promise<string> => 'nothing'
let attacking: Promise<string> | undefined

async function execute(order: AttackerOrder): Promise<string> {
  if (order === 'attack') attacking = attack()
  else if (order === 'end') {
    over.abort()
    return (await attacking) ?? 'nothing'
  } else {
    const chosen = allAttacks.find(({ name }) => name === order.attack)
    if (!chosen) throw new Error(`There is no attack ${order.attack}.`)
    const nthRequest = await chosen.prepare(order.target)
    attack = () => sendUntil(over.signal, chosen.connections, nthRequest)
  }
  return 'done'
}

setPriority(leastPriority)
process.on('message', async ({ order }: { order: AttackerOrder }) => process.send?.(await execute(order)))

/**
 * Sends requests over `connections` loops until `signal` aborts. Returns the number of responses of each status, for
 * the figure of the claim.
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
