import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { changeActions } from '#lib/actions/record-actions.ts'
import { encodeBase64 } from '#lib/ledger/base64.ts'
import { formatCheckpoint } from '#lib/ledger/checkpoint.ts'
import { computeRoot, hashLeaf, listConsistencyRanges } from '#lib/ledger/merkle-tree.ts'
import { formatVerifierKey, parseNote, signText, verifyNote } from '#lib/ledger/signed-note.ts'
import { testSigner } from '#lib/ledger/testing-signer.ts'
import { appendLeaves } from '#server/history/ledger/append-leaves.ts'
import { getCheckpoint } from '#server/history/ledger/queries.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { createTestDatabase, provideTestDatabase } from '#server/platform/db/testing.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { makeTemporaryFolder } from './temporary-folder.mjs'
import { runCommandLine } from './testing-command.ts'
import { startWitness } from './testing-witness.ts'

describe('npm run ledger', () => {
  const database = provideTestDatabase()
  const ctx = () => testContext(database.db)
  const folder = makeTemporaryFolder('hindsight-ledger-')
  const checkpointFile = join(folder, 'kept checkpoint')
  beforeAll(async () => {
    setTestRuntime(database)
    await recordEvent(ctx(), changeActions.update, 'CHG1', {})
    await appendLeaves(ctx())
    writeFileSync(checkpointFile, await getCheckpoint(ctx()))
    await recordEvent(ctx(), changeActions.update, 'CHG1', {})
    await appendLeaves(ctx())
  })

  const runOn = (url: string, command: string, ...args: string[]) =>
    runCommandLine(command, args, { DATABASE_URL: url })
  const run = (...args: string[]) => runOn(database.url, 'ledger', ...args)

  test('verifies a restored backup by a checkpoint from before it', async () => {
    const restored = await createTestDatabase()
    onTestFinished(() => restored.drop())
    const backup = join(folder, 'with leaves.backup')
    expect(await runOn(database.url, 'backup', backup)).toMatchObject({ code: 0 })
    expect(await runOn(restored.url, 'restore', '--replace', backup)).toMatchObject({ code: 0 })
    expect(await runOn(restored.url, 'ledger', 'verify', '--checkpoint', checkpointFile)).toMatchObject({
      stdout: '2 leaves (0 erased), compared with the signed head and 1 kept: nothing was changed.\n',
      code: 0,
    })
  })

  test('names what was changed, with status 1', async () => {
    await database.pool.query(
      `update audit_events set actor_name = 'Nobody' where id = (select min(id) from audit_events)`,
    )
    const { stdout, code } = await run('verify')
    expect(stdout).toMatch(
      /^Leaf 0 \(audit-entry evt_\w+\) has another record than it was made for\.\n2 leaves .* 1 fault\.\n$/,
    )
    expect(code).toBe(1)
  })

  test.each([
    [[], 'The only command is verify.'],
    [['verify', '--checkpoint', '/nowhere'], 'ENOENT'],
  ])('refuses %j with its usage and status 2', async (args, message) => {
    const { stderr, code } = await run(...args)
    expect(stderr).toContain(message)
    expect(stderr).toContain('Usage: npm run ledger')
    expect(code).toBe(2)
  })
})

describe('the witness', () => {
  const signer = testSigner('pir.example/ledger')
  const { key } = signer
  const buildLeaves = (size: number, seed = 0) =>
    Array.from({ length: size }, (_, at) => hashLeaf(Uint8Array.of(at + seed)))
  const buildHead = (leaves: ReturnType<typeof buildLeaves>, origin = key.name) => {
    const head = formatCheckpoint({ origin, size: leaves.length, root: computeRoot(leaves) })
    return `${head}\n${signText(head, { ...signer, key: { ...key, name: origin } })}`
  }
  const buildSubmission = (from: number, leaves: ReturnType<typeof buildLeaves>, note = buildHead(leaves)) => {
    const proof = listConsistencyRanges(from, leaves.length).map(([start, end]) =>
      computeRoot(leaves.slice(start, end)),
    )
    return [`old ${from}`, ...proof.map(encodeBase64), '', note].join('\n')
  }

  test('signs a history that grows, and refuses an older, another and an unknown one, also after a restart', async () => {
    const state = makeTemporaryFolder('hindsight-witness-')
    const first = await startWitness(state, formatVerifierKey(key))
    onTestFinished(first.stop)
    const signed = await first.post(buildSubmission(0, buildLeaves(3)))
    expect(signed.status).toBe(200)
    const note = buildHead(buildLeaves(3)) + signed.text
    expect(verifyNote(parseNote(note), [first.key, key])).toEqual([key, first.key])
    expect((await first.post(buildSubmission(3, buildLeaves(8)))).status).toBe(200)
    await first.stop()

    const { key: again, post, stop, url } = await startWitness(state, formatVerifierKey(key))
    onTestFinished(stop)
    expect(again).toEqual(first.key)
    expect(await post(buildSubmission(3, buildLeaves(9)))).toEqual({
      status: 409,
      type: 'text/x.tlog.size',
      text: '8\n',
    })
    expect(await post(buildSubmission(8, buildLeaves(7)))).toMatchObject({ status: 400 })
    expect(await post(buildSubmission(8, buildLeaves(9, 1)))).toMatchObject({ status: 422 })
    expect(await post(buildSubmission(8, buildLeaves(8, 1)))).toMatchObject({ status: 422 })
    expect(
      await post(buildSubmission(8, buildLeaves(9), buildHead(buildLeaves(9)).replace('\n9\n', '\n10\n'))),
    ).toMatchObject({
      status: 403,
    })
    expect(await post(buildSubmission(0, buildLeaves(9), buildHead(buildLeaves(9), 'other.example')))).toMatchObject({
      status: 404,
    })
    for (const body of ['', 'old 8', 'old 08\n\n', `old 8\nAAAA\n\n${buildHead(buildLeaves(9))}`])
      expect(await post(body)).toMatchObject({ status: 400 })
    expect(await post('x'.repeat(70_000))).toMatchObject({ status: 413 })
    expect((await post(buildSubmission(8, buildLeaves(8)))).status).toBe(200)
    const origin = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(key.name))).toString('hex')
    const last = await (await fetch(`${url}/${origin}/checkpoint`)).text()
    expect(verifyNote(parseNote(last), [again, key])).toEqual([key, again])
    expect((await fetch(`${url}/nothing`)).status).toBe(404)
  })

  test('has at most 200 lines', () => {
    const source = readFileSync(join(projectDir(), 'server', 'cli', 'witness.ts'), 'utf8')
    expect(source.split('\n').length).toBeLessThanOrEqual(200)
  })
})
