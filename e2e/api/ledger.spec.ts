import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OwnServer, withOwnServer } from '#e2e/support/own-server.ts'
import { openCheckpoint, parseHash } from '#lib/ledger/checkpoint.ts'
import { isProven } from '#lib/ledger/leaf-proof.ts'
import { isExtension } from '#lib/ledger/merkle-tree.ts'
import { parseVerifierKey } from '#lib/ledger/signed-note.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { expect, test } from './call-api.ts'

/** A ledger as the public reads it, at two times and with proofs of some of its leaves. */
type LedgerCopy = {
  readonly key: string
  readonly earlier: string
  readonly checkpoint: string
  readonly consistency: string
  readonly leaves: readonly { readonly leaf: string; readonly proof: string }[]
}

const readSize = (checkpoint: string): number => Number(checkpoint.split('\n')[1] ?? 0)

/** Reads the ledger of a server, before and after a write to the history, with `count` of its leaves. */
async function readLedger({ server: { baseUrl }, tokens }: OwnServer, count: number): Promise<LedgerCopy> {
  const headers = { Authorization: `Bearer ${tokens.docs.write}`, 'Content-Type': 'application/json' }
  const article = { method: 'POST', headers, body: JSON.stringify({ content: '# One\n\nMore leaf.' }) }
  const get = async (path: string) => {
    const response = await fetch(`${baseUrl}/api/ledger/v1/${path}`)
    return response.ok ? response.text() : ''
  }
  const checkpointAbove = async (size: number): Promise<string> => {
    const checkpoint = await get('checkpoint')
    return readSize(checkpoint) > size ? checkpoint : sleep(100).then(() => checkpointAbove(size))
  }
  const earlier = await checkpointAbove(0)
  await fetch(`${baseUrl}/api/docs/v1/articles`, article)
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

test('a stranger verifies the ledger from what the API returns, without a token', async ({ world }) => {
  const verify = async (own: OwnServer) => {
    const { key, earlier, checkpoint, consistency, leaves } = await readLedger(own, 25)
    const keys = [parseVerifierKey(key)]
    const proof = consistency
      .split('\n')
      .slice(0, -1)
      .map((line) => parseHash(line) ?? new Uint8Array())
    expect(isExtension(openCheckpoint(earlier, keys), openCheckpoint(checkpoint, keys), proof)).toBe(true)
    expect(leaves).toHaveLength(25)
    for (const { leaf, proof } of leaves) expect(isProven(new TextEncoder().encode(leaf), proof, keys)).toBe(true)

    const beyond = await fetch(`${own.server.baseUrl}/api/ledger/v1/leaf?index=${readSize(checkpoint) + 1_000_000}`)
    expect(beyond.status).toBe(404)
    expect(beyond.headers.get('content-type')).toMatch(/^application\/json/)
    const found = await fetch(`${own.server.baseUrl}/api/ledger/v1/checkpoint`)
    expect(found.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  }
  await withOwnServer(world, verify, { HINDSIGHT_JOBS: 'on' })
})

/** The number of proofs that the library of Go's checksum database verifies, or what is wrong. */
function verifyWithGo(copy: LedgerCopy): string {
  const program = join(import.meta.dirname, '..', 'lab', 'prove', 'ledger', 'verify.go')
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' }
  const { stdout, stderr } = spawnSync('go', ['run', program], { input: JSON.stringify(copy), env, encoding: 'utf8' })
  return (stdout || stderr).trim()
}

test('Go verifies heads, leaves and growth, and no changed one', async ({ world }) => {
  test.skip(spawnSync('go', ['version']).status !== 0, 'apt-get install golang-go golang-golang-x-mod-dev')
  test.setTimeout(runs(180_000))
  const verify = async (own: OwnServer) => {
    const copy = await readLedger(own, runs(20))
    expect(verifyWithGo(copy)).toMatch(/^\d+$/)
    const leaves = copy.leaves.map(({ leaf, proof }) => ({ leaf: `${leaf}x`, proof }))
    const earlier = copy.earlier.replace(`\n${readSize(copy.earlier)}\n`, '\n7\n')
    for (const changed of [{ leaves }, { earlier }, { consistency: '' }])
      expect(verifyWithGo({ ...copy, ...changed })).not.toMatch(/^\d+$/)
  }
  await withOwnServer(world, verify, { HINDSIGHT_JOBS: 'on' })
})
