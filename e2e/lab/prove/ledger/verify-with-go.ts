import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type LedgerCopy, readLedger, sizeOf } from '#e2e/own-ledger.ts'
import { withOwnServer } from '#e2e/own-server.ts'
import { type Claim, findProgram, notInstalled, skipped, verdictOf } from '../claim.ts'
import { callServer, postImprovement } from '../crash/call-server.ts'

export const verifyWithGo: Claim = {
  name: 'verify-with-go',
  claim: 'The library of Go’s checksum database verifies heads, leaves and growth of the ledger, and no changed one',
  async prove(ground, { isQuick }) {
    if (!findProgram('go')) return skipped(notInstalled('Go', 'golang-go golang-golang-x-mod-dev'))
    return withOwnServer(ground, async ({ server, tokens }) => {
      const grow = postImprovement('One more leaf', { Authorization: `Bearer ${tokens.itsm.write}` })
      const copy = await readLedger(server.baseUrl, isQuick ? 20 : 400, () => callServer(server, grow))
      const { earlier, checkpoint, leaves } = copy
      const changed = [
        { ...copy, leaves: leaves.map(({ leaf, proof }) => ({ leaf: `${leaf}x`, proof })) },
        { ...copy, earlier: earlier.replace(`\n${sizeOf(earlier)}\n`, '\n7\n') },
        { ...copy, consistency: '' },
      ]
      const faults = [copy, ...changed].map(verify).filter((said, at) => /^\d+$/.test(said) !== (at === 0))
      const figure = `${leaves.length} of ${sizeOf(checkpoint)} leaves and their growth from ${sizeOf(earlier)}, ${changed.length} changed ones refused`
      return verdictOf(figure, faults)
    })
  },
}

/** The number of verified proofs, or what is wrong. */
function verify(copy: LedgerCopy): string {
  const { stdout, stderr } = spawnSync('go', ['run', join(import.meta.dirname, 'verify.go')], {
    input: JSON.stringify(copy),
    env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' },
    encoding: 'utf8',
  })
  return (stdout || stderr).trim()
}
