import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseVerifierKey } from '#lib/ledger/signed-note.ts'
import { projectDir } from '#server/platform/project-dir.ts'

/** Starts the witness as an auditor does, for the log with this verifier key. */
export async function startWitness(state: string, log: string) {
  const args = ['--name', 'audit.example/witness', '--state', state, '--log', log, '--port', '0']
  const child = spawn(process.execPath, [join(projectDir(), 'dist', 'witness.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const verifier = (await lines.next()).value as string
  const url = (await lines.next()).value as string
  const post = async (body: string) => {
    const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body })
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }
  const stop = async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'close')
  }
  return { key: parseVerifierKey(verifier), verifier, url, post, stop }
}
