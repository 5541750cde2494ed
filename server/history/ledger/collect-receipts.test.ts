import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { changeActions } from '#lib/actions/record-actions.ts'
import { SettingsPatch } from '#lib/contracts/app/settings.ts'
import {
  cosignText,
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  type Signer,
  signatureTypes,
  verifyNote,
} from '#lib/ledger/signed-note.ts'
import { testSigner } from '#lib/ledger/testing-signer.ts'
import { makeTemporaryFolder } from '#server/cli/temporary-folder.mjs'
import { startWitness } from '#server/cli/testing-witness.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { readEnv } from '#server/platform/env.ts'
import { listenInTest } from '#server/platform/http/testing-listen.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { ledgerReceipts } from '#server/schema/ledger.ts'
import { updateSettings } from '#server/system/settings/update-settings.ts'
import { appendLeaves } from './append-leaves.ts'
import { cosignLedger, findReceipt } from './collect-receipts.ts'
import { getCheckpoint, getLedgerKey } from './queries.ts'

const database = provideTestDatabase({ empty: [ledgerReceipts] })
const ctx = () => testContext(database.db, testPerson('admin'))
const findLastReceipt = () => findReceipt(database.db, Number.MAX_SAFE_INTEGER)
const sizeNow = async () => Number((await getCheckpoint(ctx())).split('\n')[1])
const set = (patch: Parameters<typeof updateSettings>[1]) => updateSettings(ctx(), patch, null)

beforeAll(() => {
  const env = readEnv({ NODE_ENV: 'test', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' })
  setRuntime({ env, db: database.db, pool: database.pool, secret: 'a secret of the tests that signs nothing else' })
})
beforeEach(async () => {
  await recordEvent(ctx(), changeActions.update, 'CHG1', { title: { from: null, to: 'One' } })
  await appendLeaves(ctx())
})

const witnessSigner = testSigner('audit.example/witness', signatureTypes.witness)
const other = testSigner('other.example/witness', signatureTypes.witness)

const signature = (signer: Signer, text = 'a text') => cosignText(text, signer, new Date())

/** Starts a server that returns the result of `reply` for the body of a request. */
async function serve(reply: (body: Buffer) => { status?: number; body: string | Buffer }): Promise<string> {
  const server = createServer(async (request, response) => {
    const { status = 200, body } = reply(await buffer(request))
    response.writeHead(status).end(body)
  })
  return (await listenInTest(server)).url
}

test('has a witness sign each head that grew, also when it was forgotten which one was the last', async () => {
  await cosignLedger(ctx())
  expect(await findLastReceipt()).toBeUndefined()

  const log = (await getLedgerKey(ctx())).trim()
  const witness = await startWitness(makeTemporaryFolder('hindsight-witness-'), log)
  onTestFinished(witness.stop)
  await set({ witness_url: `${witness.url}/`, witness_key: witness.verifier })
  await cosignLedger(ctx())
  const first = await findLastReceipt()
  const keys = [parseVerifierKey(log), witness.key]
  expect(verifyNote(parseNote(first?.checkpoint ?? ''), keys)).toEqual(keys)
  expect(first).toMatchObject({ size: await sizeNow() })

  for (const forgets of [false, true]) {
    if (forgets) await database.db.delete(ledgerReceipts)
    await recordEvent(ctx(), changeActions.update, 'CHG1', {})
    await appendLeaves(ctx())
    await cosignLedger(ctx())
    await cosignLedger(ctx())
    expect(await findLastReceipt()).toMatchObject({ size: await sizeNow() })
  }
  expect(await database.db.select().from(ledgerReceipts)).toHaveLength(1)
})

test.each([
  ['a witness that has signed more', { status: 409, body: '999\n' }, 'has signed 999 leaves, more than the'],
  ['a refusal', { status: 403, body: 'The signature is wrong.' }, 'did not sign (403): The signature is wrong.'],
  ['no signature', { body: '<html>Sign in</html>\n' }, 'A signed note is a text'],
  ['nothing', { body: '' }, 'No signature of audit.example/witness'],
  ['the signature of another', { body: signature(other) }, 'No signature of audit.example/witness'],
  ['a signature of another text', { body: signature(witnessSigner, 'x') }, 'The signature of audit.example/witness'],
  ['one more paragraph', { body: `x\n\n${signature(witnessSigner)}` }, 'signed another text'],
])('stores nothing after %s, and says so', async (_, reply, message) => {
  await set({ witness_url: await serve(() => reply), witness_key: formatVerifierKey(witnessSigner.key) })
  await expect(cosignLedger(ctx())).rejects.toThrow(message)
  expect(await findLastReceipt()).toBeUndefined()
})

test('is not set to the key of a log, to half a witness, or to an address that Hindsight may not ask', async () => {
  const url = 'https://witness.example'
  const key = formatVerifierKey(witnessSigner.key)
  await set({ witness_url: null, witness_key: null })
  for (const patch of [
    { witness_url: url },
    { witness_key: key },
    { witness_url: url, witness_key: (await getLedgerKey(ctx())).trim() },
    { witness_url: url, witness_key: key.replace('witness+', 'witness2+') },
    { witness_url: 'https://10.0.0.1', witness_key: key },
  ]) {
    await expect(set(patch), JSON.stringify(patch)).rejects.toMatchObject({ code: 'invalid_parameter' })
  }
  for (const address of ['https://me:secret@stamp.example', 'https://stamp.example?x=1', 'ftp://stamp.example']) {
    expect(SettingsPatch.safeParse({ witness_url: address }).success, address).toBe(false)
  }
  await set({ witness_url: url, witness_key: key })
  await set({ witness_url: null, witness_key: null })
})
