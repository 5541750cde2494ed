import { openCheckpoint, parseHash } from '#lib/ledger/checkpoint.ts'
import { isProven } from '#lib/ledger/leaf-proof.ts'
import { isExtension } from '#lib/ledger/merkle-tree.ts'
import { parseVerifierKey } from '#lib/ledger/signed-note.ts'
import { readLedger, sizeOf } from '../own-ledger.ts'
import { withOwnServer } from '../own-server.ts'
import { expect, test } from './call-api.ts'

test('a stranger verifies the ledger from what the API returns, without a token', async ({ world }) => {
  const verify: Parameters<typeof withOwnServer>[1] = async ({ server, tokens }) => {
    const headers = { Authorization: `Bearer ${tokens.docs.write}`, 'Content-Type': 'application/json' }
    const article = { method: 'POST', headers, body: JSON.stringify({ content: '# One\n\nMore leaf.' }) }
    const grow = () => fetch(`${server.baseUrl}/api/docs/v1/articles`, article)
    const { key, earlier, checkpoint, consistency, leaves } = await readLedger(server.baseUrl, 25, grow)
    const keys = [parseVerifierKey(key)]
    const proof = consistency
      .split('\n')
      .slice(0, -1)
      .map((line) => parseHash(line) ?? new Uint8Array())
    expect(isExtension(openCheckpoint(earlier, keys), openCheckpoint(checkpoint, keys), proof)).toBe(true)
    expect(leaves).toHaveLength(25)
    for (const { leaf, proof } of leaves) expect(isProven(new TextEncoder().encode(leaf), proof, keys)).toBe(true)

    const beyond = await fetch(`${server.baseUrl}/api/ledger/v1/leaf?index=${sizeOf(checkpoint) + 1_000_000}`)
    expect(beyond.status).toBe(404)
    expect(beyond.headers.get('content-type')).toMatch(/^application\/json/)
    const found = await fetch(`${server.baseUrl}/api/ledger/v1/checkpoint`)
    expect(found.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  }
  await withOwnServer(world, verify, { HINDSIGHT_JOBS: 'on' })
})
