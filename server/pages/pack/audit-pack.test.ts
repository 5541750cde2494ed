import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import type { NewAudit } from '#lib/contracts/app/audits.ts'
import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { isProven } from '#lib/ledger/leaf-proof.ts'
import { verifyPacks } from '#lib/ledger/pack.ts'
import type { ProvenReview } from '#lib/ledger/pack-records.ts'
import { parseVerifierKey } from '#lib/ledger/signed-note.ts'
import { answersOf } from '#lib/review/testing-answers.ts'
import { makeTemporaryFolder } from '#server/cli/temporary-folder.mjs'
import { readBlocks } from '#server/cli/testing-documents.ts'
import { appendLeaves } from '#server/history/ledger/append-leaves.ts'
import { findLedger, signHead } from '#server/history/ledger/ledger-key.ts'
import { listHistory } from '#server/history/queries.ts'
import { createAudit, drawAudit } from '#server/insights/audits/commands.ts'
import { listAuditSample } from '#server/insights/audits/queries.ts'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { completeReview } from '#server/reviews/commands/complete.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import {
  answeredSteps,
  cleanAnswers,
  createContext,
  insertChange,
  insertIncident,
  planKeys,
  saveStep,
} from '#server/reviews/testing.ts'
import { ledgerReceipts } from '#server/schema/ledger.ts'
import { buildAuditPack } from './audit-pack.ts'

const database = provideTestRuntime()
const ctx = () => testContext(database.db, { ...testPerson('auditor'), name: 'Ingrid Solheim' })
const march = { name: 'March <2026>', from: '2026-03-01', to: '2026-03-31', method: 'random', size: 3 } as const
const seed = `dice 'n" $HOME`

/** Answers with a text in every field that accepts one. */
const answers = {
  ...cleanAnswers,
  plan: {
    steps: planKeys.map((key) => ({ key, result: 'deviated', note: 'One table was moved | by hand.' })),
    is_backout_used: false,
    is_objective_met: 'partly',
    notes: 'The window\nwas short.',
  },
  risk: { verdict: 'too_low', missed: 'Locks of the nightly_job.' },
  incidents: {
    decisions: [{ incident: 'INC-1', decision: 'rejected', reason: 'A broken *disk*.' }],
    is_none_caused: true,
  },
  outcome: answersOf('successful_with_issues'),
  improvements: { is_none_needed: true, notes: '- Nothing to repeat' },
} satisfies { readonly [Step in ReviewStep]: Partial<ReviewForm<Step>> }
const texts = [
  'moved | by hand.',
  'was short.',
  'nightly_job',
  'broken *disk*.',
  'All was moved.',
  '- Nothing to repeat',
]

beforeAll(async () => {
  await insertIncident(database.db, 'INC-1', 'CHG/1')
  for (const number of ['CHG/1', 'CHG-2', 'CHG-3', 'CHG-4']) {
    await insertChange(database.db, number, { state: 'closed', riskAssessment: { likelihood: 'medium' } })
  }
  const review = await startReview(createContext(database.db), 'CHG/1')
  for (const step of answeredSteps) await saveStep(createContext(database.db), review, step, answers[step])
  await completeReview(createContext(database.db), review.reference, {})
})

type PackFiles = Record<string, Uint8Array>

async function readPack(id: string): Promise<Uint8Array> {
  await appendLeaves(ctx())
  const { file } = await buildAuditPack(ctx(), id)
  const chunks: Uint8Array[] = []
  for await (const chunk of file?.content ?? []) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function drawAll(input: Partial<NewAudit> = {}): Promise<string> {
  const { id } = await createAudit(ctx(), { ...march, seed, ...input })
  await drawAudit(ctx(), id)
  return id
}

function writeFiles(files: PackFiles): string {
  const folder = makeTemporaryFolder('hindsight-pack-')
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return folder
}
const run = (cwd: string, command: string) => spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' })

const flipByte = (bytes: Uint8Array, at: number) => bytes.with(at, (bytes[at] ?? 0) ^ 1)
const verify = (...packs: readonly Uint8Array[]) =>
  verifyPacks(
    packs.map((zip, at) => ({ name: at === 0 ? 'old' : 'new', zip })),
    '',
  )
/** Builds a pack of these files with matching sums, as somebody would who hides a change. */
function addSums({ SHA256SUMS: _, ...files }: PackFiles): Uint8Array {
  const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const lines = Object.entries(files).map(([path, bytes]) => `${sum(bytes)}  ${path}\n`)
  return zipSync({ ...files, SHA256SUMS: strToU8(lines.join('')) })
}

describe('the pack', () => {
  let zip: Uint8Array
  let files: PackFiles
  let path: string
  beforeAll(async () => {
    zip = await readPack(await drawAll({ method: 'all', size: undefined }))
    files = unzipSync(zip)
    path = Object.keys(files).find((name) => name.endsWith('CHG_1.json')) ?? ''
  })
  const readText = (name: string) => new TextDecoder().decode(files[name])

  test('names each file that was changed by one byte', () => {
    expect(verify(zip).faults).toEqual([])
    const folder = writeFiles(files)
    expect(run(folder, 'sha256sum -c --strict SHA256SUMS')).toMatchObject({ status: 0 })
    for (const [name, bytes] of Object.entries(files)) {
      if (name === 'SHA256SUMS') continue
      const changed = flipByte(bytes, Math.floor(bytes.length / 2))
      writeFileSync(join(folder, name), changed)
      expect(run(folder, 'sha256sum -c --quiet SHA256SUMS').stdout).toBe(`${name}: FAILED\n`)
      expect(verify(zipSync({ ...files, [name]: changed })).faults).toContain(`old: ${name} was changed.`)
      writeFileSync(join(folder, name), bytes)
    }
    const { 'index.html': _, ...others } = files
    const { faults } = verify(zipSync({ ...others, 'more.txt': strToU8('More') }))
    expect(faults).toEqual(['old: index.html is missing.', 'old: more.txt is not in SHA256SUMS.'])
  })

  test('has every answer of a review in each of its forms', () => {
    const markdown = readText(path.replace('.json', '.md')).replaceAll(/\\(?=[\p{P}\p{S}])/gu, '')
    const pdf = spawnSync('pdftotext', ['-', '-'], { input: files[path.replace('.json', '.pdf')] })
    const printed = pdf.error ? null : pdf.stdout.toString().replaceAll(/\s+/g, ' ')
    for (const text of texts) {
      expect(readText(path)).toContain(text)
      expect(markdown).toContain(text)
      if (printed !== null) expect(printed).toContain(text)
    }
  })

  test('proves each entry of the history of a review', () => {
    const { history, versions }: ProvenReview = JSON.parse(readText(path))
    expect(history.length).toBeGreaterThan(8)
    expect(versions).toHaveLength(1)
    const key = parseVerifierKey(readText('ledger/key'))
    for (const { ledger } of [...history, ...versions]) {
      expect(ledger && isProven(strToU8(ledger.leaf), ledger.proof, [key])).toBe(true)
    }
  })

  test('shows a record that was rewritten together with its sums', () => {
    const review: { history: { record: { actor_name: string } }[] } = JSON.parse(readText(path))
    for (const { record } of review.history.slice(3, 4)) record.actor_name = 'Nobody'
    const { faults } = verify(addSums({ ...files, [path]: strToU8(JSON.stringify(review)) }))
    expect(faults).toEqual([
      expect.stringMatching(/^old: reviews\/\d-CHG_1\.json has another evt_\w+ than the ledger\.$/),
    ])
  })

  test('shows a forged review that its history does not lead to', () => {
    const { review, ...others } = JSON.parse(readText(path))
    const forged = strToU8(JSON.stringify({ ...others, review: { ...review, due_on: '2027-01-01' } }))
    expect(verify(addSums({ ...files, [path]: forged })).faults).toEqual([expect.stringContaining('that due_on is')])
  })

  test('proves nothing about what a record without its salt says, and finds one that is another', () => {
    type Written = { history: { id: string; record: { actor_name: string }; ledger: { salt: string | null } | null }[] }
    const rewritten = (change: (entry: Written['history'][number]) => void) => {
      const review: Written = JSON.parse(readText(path))
      for (const entry of review.history.slice(3, 4)) change(entry)
      return verify(addSums({ ...files, [path]: strToU8(JSON.stringify(review)) }))
    }
    const whole = /^old: (\d+) of (\d+) records in its reviews/
    const [, right, total] = whole.exec(verify(zip).proven[2] ?? '') ?? []
    expect(right).toBe(total)
    const erased = rewritten((entry) => {
      entry.record.actor_name = 'Nobody'
      if (entry.ledger) entry.ledger.salt = null
    })
    expect(erased.proven[2]).toBe(
      `old: ${Number(right) - 1} of ${total} records in its reviews, of history and versions, are in this ledger, unchanged. 1 had personal data that was erased: the ledger proves only that they existed.`,
    )
    const other = rewritten((entry) => {
      entry.id = 'evt_other'
      if (entry.ledger) entry.ledger.salt = null
    })
    expect(other.faults).toEqual([expect.stringContaining('has another evt_other than the ledger.')])
    const unproven = rewritten((entry) => {
      entry.ledger = null
    })
    expect(unproven.proven[2]).toContain('1 were too new for the ledger')
  })

  test('leaves the sum of its sums in the history', async () => {
    const sum = createHash('sha256')
      .update(files.SHA256SUMS ?? '')
      .digest('hex')
    const { rows } = await listHistory(ctx(), { entity_type: 'audit', page: 1, limit: 20 })
    expect(rows.map(({ changes }) => changes.sums?.to)).toContain(sum)
    expect(verify(zip).proven[0]).toContain(`Its own SHA-256 is ${sum}`)
  })

  test('has what the witness signed, about a head of its ledger, and is verified with a time stamp of an older release', async () => {
    const before = files['ledger/checkpoint'] ?? new Uint8Array()
    const receipt = { checkpoint: strFromU8(before), receivedAt: '2026-04-01T00:00:00.000Z' }
    const size = Number(receipt.checkpoint.split('\n')[1])
    await database.db.insert(ledgerReceipts).values([
      { size, ...receipt },
      { size: 1_000_000, ...receipt },
    ])
    const later = await readPack(await drawAll())
    const packFiles = unzipSync(later)
    expect(packFiles['ledger/cosigned.checkpoint']).toEqual(before)
    const stamped = { 'ledger/time-stamp.checkpoint': before, 'ledger/time-stamp.tsr': new Uint8Array([1, 2, 3]) }
    const older = verify(addSums({ ...files, ...stamped }))
    expect(older.faults).toEqual([])
    expect(older.proven).toContainEqual(expect.stringMatching(/time-stamp.checkpoint is about the first/))
    expect(verify(later).faults).toEqual([])
    expect(verify(later).proven).toContain(
      `old: ledger/cosigned.checkpoint is about the first ${size} records of this ledger; other programs verify who signed it.`,
    )
    const ledger = await findLedger(database.db)
    const forged = ledger && signHead(ledger, { size, root: new Uint8Array(32) })
    for (const other of [strToU8(forged ?? ''), packFiles['ledger/checkpoint'] ?? before]) {
      expect(verify(addSums({ ...files, 'ledger/cosigned.checkpoint': other })).faults).toEqual([
        'old: ledger/cosigned.checkpoint is not a head of this ledger.',
      ])
    }
    await database.db.delete(ledgerReceipts)
  })

  test('of a later year contains the history of this one, until somebody rewrites it', async () => {
    const id = await drawAll()
    const later = await readPack(id)
    const { proven, faults } = verify(zip, later)
    expect(faults).toEqual([])
    expect(proven).toContain('The history of new begins with that of old: nothing in it was changed.')
    expect(verify(later, zip).faults[0]).toMatch(
      /^The history of new does not begin with .* is the first that is missing/,
    )
    // An administrator rewrites an entry and the ledger from that entry on, with the key of the server.
    await database.pool.query(`
      update audit_events set actor_name = 'Nobody' where id = (select record_id from ledger_leaves where index = 5);
      insert into ledger_pending (record_id, kind) select record_id, kind from ledger_leaves where index >= 5;
      delete from ledger_leaves where index >= 5;
      update ledgers set size = 5`)
    const forged = await readPack(id)
    expect(verify(forged).faults).toEqual([])
    const [fault, ...others] = verify(zip, forged).faults
    expect(fault).toMatch(
      /^The history of new does not begin with that of old: record 5 \(.+\) is the first that differs\.$/,
    )
    expect(others).toEqual([expect.stringMatching(/^evt_\w+ says something else in new than in old: actor_name\.$/)])
  })
})

const isInstalled = (tool: string) => spawnSync(tool, ['-v']).error === undefined
const [commands] = readBlocks('docs/audits.md').filter(({ language }) => language === 'sh')

describe.skipIf(!isInstalled('unzip'))('the documented commands', () => {
  test.each(['random', 'every_nth', 'all'] as const)('draw the same changes again: %s', async (method) => {
    const id = await drawAll({ method, size: method === 'all' ? undefined : 3 })
    const folder = writeFiles({ [`${id}.zip`]: await readPack(id) })
    const { rows } = await listAuditSample(ctx(), id, { page: 1, limit: 10 })
    const drawnAgain = rows.map(({ number }) => `${number}\n`).join('')
    expect(run(folder, commands?.text ?? '')).toMatchObject({ stdout: drawnAgain, stderr: '', status: 0 })
    expect(run(folder, 'cd pack; wc -l <draw.sh').stdout.trim()).toMatch(/^2\d$/)
    const other = `cd pack; sed -i s/CHG-2/CHG-9/ population.csv; sh draw.sh`
    expect(run(folder, other)).toMatchObject({ stdout: '', status: 1 })
  })
})
