import { setTimeout as sleep } from 'node:timers/promises'

/** A ledger as the public reads it, at two times and with proofs of some of its leaves. */
export type LedgerCopy = {
  readonly key: string
  readonly earlier: string
  readonly checkpoint: string
  readonly consistency: string
  readonly leaves: readonly { readonly leaf: string; readonly proof: string }[]
}

export const readSize = (checkpoint: string): number => Number(checkpoint.split('\n')[1] ?? 0)

/** Reads the ledger of a server, before and after `grow` writes to the history, with `count` of its leaves. */
export async function readLedger(baseUrl: string, count: number, grow: () => Promise<unknown>): Promise<LedgerCopy> {
  const get = async (path: string) => {
    const response = await fetch(`${baseUrl}/api/ledger/v1/${path}`)
    return response.ok ? response.text() : ''
  }
  const checkpointAbove = async (size: number): Promise<string> => {
    const checkpoint = await get('checkpoint')
    return readSize(checkpoint) > size ? checkpoint : sleep(100).then(() => checkpointAbove(size))
  }
  const earlier = await checkpointAbove(0)
  await grow()
  const checkpoint = await checkpointAbove(readSize(earlier))
  const from = readSize(earlier)
  const size = readSize(checkpoint)
  const leaves: { leaf: string; proof: string }[] = []
  for (let at = 0; at < Math.min(count, size); at += 1) {
    const index = Math.floor((at * size) / Math.min(count, size))
    leaves.push({ leaf: await get(`leaf?index=${index}`), proof: await get(`proof?index=${index}`) })
  }
  const consistency = await get(`consistency?from=${from}&to=${size}`)
  return { key: await get('key'), earlier, checkpoint, consistency, leaves }
}
