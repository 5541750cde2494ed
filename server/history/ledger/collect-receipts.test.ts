import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Integer, OctetString, Utf8String } from 'asn1js'
import {
  ContentInfo,
  EncapsulatedContentInfo,
  PKIStatusInfo,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
  type TSTInfoParameters,
} from 'pkijs'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
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
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { ledgerReceipts } from '#server/schema/ledger.ts'
import { updateSettings } from '#server/system/settings/update-settings.ts'
import { appendLeaves } from './append-leaves.ts'
import { cosignLedger, findReceipt, stampLedger } from './collect-receipts.ts'
import { getCheckpoint, getLedgerKey } from './queries.ts'

const database = provideTestDatabase({ empty: [ledgerReceipts] })
const ctx = () => testContext(database.db, testPerson('admin'))
const findLastReceipt = (kind: 'cosignature' | 'time-stamp') => findReceipt(database.db, kind, Number.MAX_SAFE_INTEGER)
const sizeNow = async () => Number((await getCheckpoint(ctx())).split('\n')[1])
const set = (patch: Parameters<typeof updateSettings>[1]) => updateSettings(ctx(), patch, null)

beforeAll(() => {
  const env = readEnv({ NODE_ENV: 'test', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' })
  setRuntime({ env, db: database.db, pool: database.pool, secret: 'a secret of the tests that signs nothing else' })
})
afterAll(() => setRuntime(undefined))
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
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('cosignLedger', () => {
  test('has a witness sign each head that grew, also when it was forgotten which one was the last', async () => {
    await cosignLedger(ctx())
    expect(await findLastReceipt('cosignature')).toBeUndefined()

    const log = (await getLedgerKey(ctx())).trim()
    const witness = await startWitness(makeTemporaryFolder('hindsight-witness-'), log)
    onTestFinished(witness.stop)
    await set({ witness_url: `${witness.url}/`, witness_key: witness.verifier })
    await cosignLedger(ctx())
    const first = await findLastReceipt('cosignature')
    const keys = [parseVerifierKey(log), witness.key]
    expect(verifyNote(parseNote(first?.checkpoint ?? ''), keys)).toEqual(keys)
    expect(first).toMatchObject({ size: await sizeNow(), response: null })

    for (const forgets of [false, true]) {
      if (forgets) await database.db.delete(ledgerReceipts)
      await recordEvent(ctx(), changeActions.update, 'CHG1', {})
      await appendLeaves(ctx())
      await cosignLedger(ctx())
      await cosignLedger(ctx())
      expect(await findLastReceipt('cosignature')).toMatchObject({ size: await sizeNow() })
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
    expect(await findLastReceipt('cosignature')).toBeUndefined()
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
      { time_stamp_url: 'http://stamp.example' },
    ]) {
      await expect(set(patch), JSON.stringify(patch)).rejects.toMatchObject({ code: 'invalid_parameter' })
    }
    for (const address of ['https://me:secret@stamp.example', 'https://stamp.example?x=1', 'ftp://stamp.example']) {
      expect(SettingsPatch.safeParse({ time_stamp_url: address }).success, address).toBe(false)
    }
    await set({ witness_url: url, witness_key: key })
    await set({ witness_url: null, witness_key: null })
  })
})

/** Creates a response like a time-stamp service. Its signature is not tested here. */
function grant(query: Buffer, change: (request: TimeStampReq) => TSTInfoParameters = () => ({})): Buffer {
  const request = TimeStampReq.fromBER(Uint8Array.from(query))
  const { messageImprint, nonce } = request
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3',
    messageImprint,
    serialNumber: new Integer({ value: 1 }),
    genTime: new Date(),
    ...(nonce ? { nonce } : {}),
    ...change(request),
  })
  const eContent = new OctetString({ valueHex: info.toSchema().toBER() })
  const content = new EncapsulatedContentInfo({ eContentType: '1.2.840.113549.1.9.16.1.4', eContent })
  const signed = new SignedData({ version: 3, encapContentInfo: content })
  const timeStampToken = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) })
  const response = new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken })
  return Buffer.from(response.toSchema().toBER())
}

function refuse(): Buffer {
  const statusStrings = [new Utf8String({ value: 'Out of office' })]
  return Buffer.from(new TimeStampResp({ status: new PKIStatusInfo({ status: 2, statusStrings }) }).toSchema().toBER())
}

const otherImprint = ({ messageImprint }: TimeStampReq) => {
  messageImprint.hashedMessage = new OctetString({ valueHex: new ArrayBuffer(32) })
  return { messageImprint }
}

describe('stampLedger', () => {
  test('stores the response about the head as it was received, once for each head', async () => {
    await stampLedger(ctx())
    const responses: Buffer[] = []
    const url = await serve((query) => {
      responses.push(grant(query))
      return { body: responses.at(-1) as Buffer }
    })
    await set({ time_stamp_url: url })
    await stampLedger(ctx())
    await stampLedger(ctx())
    expect(responses).toHaveLength(1)
    const checkpoint = await getCheckpoint(ctx())
    expect(await findLastReceipt('time-stamp')).toMatchObject({
      size: await sizeNow(),
      checkpoint,
      response: responses[0],
    })
  })

  test.each([
    ['another text', (query: Buffer) => ({ body: grant(query, otherImprint) }), 'is about another text'],
    [
      'another request',
      (query: Buffer) => ({ body: grant(query, () => ({ nonce: new Integer({ value: 5 }) })) }),
      'is not for this request',
    ],
    ['a refusal', () => ({ body: refuse() }), 'grants no time stamp: Out of office.'],
    ['a page', () => ({ body: '<html>Sign in</html>' }), 'is no time stamp'],
    ['a fault', () => ({ status: 500, body: '' }), 'returned 500 instead of a time stamp'],
  ])('stores nothing after a response about %s, and says so', async (_, reply, message) => {
    await set({ time_stamp_url: await serve(reply) })
    await expect(stampLedger(ctx())).rejects.toThrow(message)
    expect(await findLastReceipt('time-stamp')).toBeUndefined()
  })

  test.skipIf(spawnSync('openssl', ['version']).status !== 0)('gets what OpenSSL verifies', async () => {
    const folder = makeTemporaryFolder('hindsight-time-stamp-')
    const openssl = (...args: string[]) => {
      const { status, stderr, stdout } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
      if (status !== 0) throw new Error(stderr)
      return stdout
    }
    writeFileSync(
      join(folder, 'tsa.cnf'),
      `[tsa]\ndefault_tsa = own\n[own]\nserial = serial\ndefault_policy = 1.2.3.4\ndigests = sha256\nsigner_digest = sha256\ness_cert_id_alg = sha256\n`,
    )
    const usage = ['-addext', 'extendedKeyUsage = critical,timeStamping', '-subj', '/CN=tsa.example']
    openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem', ...usage)
    const url = await serve((query) => {
      writeFileSync(join(folder, 'query.tsq'), query)
      const signer = ['-signer', 'cert.pem', '-inkey', 'key.pem', '-config', 'tsa.cnf']
      openssl('ts', '-reply', '-queryfile', 'query.tsq', ...signer, '-out', 'reply.tsr')
      return { body: readFileSync(join(folder, 'reply.tsr')) }
    })
    await set({ time_stamp_url: url })
    await stampLedger(ctx())
    const receipt = await findLastReceipt('time-stamp')
    const verify = (checkpoint: string) => {
      writeFileSync(join(folder, 'time-stamp.checkpoint'), checkpoint)
      writeFileSync(join(folder, 'time-stamp.tsr'), receipt?.response ?? '')
      const files = ['-data', 'time-stamp.checkpoint', '-in', 'time-stamp.tsr', '-CAfile', 'cert.pem']
      return spawnSync('openssl', ['ts', '-verify', ...files], { cwd: folder, encoding: 'utf8' }).stdout.trim()
    }
    expect(verify(receipt?.checkpoint ?? '')).toBe('Verification: OK')
    expect(verify(`${receipt?.checkpoint}x`)).not.toContain('OK')
  })
})
