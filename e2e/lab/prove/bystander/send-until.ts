import type { NthRequest } from './attack.ts'

/**
 * Sends requests over `connections` loops until `signal` aborts. Returns the number of responses of each status, for the
 * figure of the claim.
 */
export async function sendUntil(signal: AbortSignal, connections: number, nthRequest: NthRequest): Promise<string> {
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
