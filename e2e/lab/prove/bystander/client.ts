import { setPriority } from 'node:os'
import { type Attack, type AttackedServer, allAttacks, type NthRequest } from './attacks.ts'
import { type CallerAccess, sampleFor } from './probes.ts'

// The attacker or the second caller: each is a process of its own, so that neither delays the other or the reader of
// the server's log.

/**
 * An order of the second caller; or those of the attacker: an attack to prepare, then `attack` and `end`, which is
 * answered with a summary of the requests.
 */
export type ClientOrder =
  | { readonly seconds: number; readonly access: CallerAccess }
  | { readonly attack: Attack['name']; readonly target: AttackedServer }
  | 'attack'
  | 'end'

const leastPriority = 19
const over = new AbortController()
let attack = async (): Promise<string> => 'nothing'
let attacking: Promise<string> | undefined

async function execute(order: ClientOrder): Promise<unknown> {
  if (order === 'attack') attacking = attack()
  else if (order === 'end') {
    over.abort()
    return attacking
  } else if ('seconds' in order) return sampleFor(order.seconds, order.access)
  else {
    // It yields the processors to the others, as if it ran on another machine.
    setPriority(leastPriority)
    const chosen = allAttacks.find(({ name }) => name === order.attack)
    if (!chosen) throw new Error(`There is no attack ${order.attack}.`)
    const nthRequest = await chosen.prepare(order.target)
    attack = () => sendUntil(over.signal, chosen.connections, nthRequest)
  }
  return 'done'
}

process.on('message', async ({ order }: { order: ClientOrder }) => process.send?.(await execute(order)))

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
