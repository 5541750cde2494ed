import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { maxAttachments } from '#lib/contracts/app/attachment-values.ts'
import {
  addAttachment as addEndpoint,
  type addAttachment as contract,
  getAttachmentContent,
} from '#lib/contracts/app/attachments.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { addComment, deleteComment } from '#server/discussion/comments.ts'
import { deleteImprovement, updateImprovement } from '#server/improvements/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { callRoute, importHandler, provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { testSessionCookie } from '#server/platform/auth/testing-session.ts'
import { readRows } from '#server/platform/db/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { reopenReview } from '#server/reviews/commands/reopen.ts'
import { signOffReview } from '#server/reviews/commands/sign-off.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { submitReview, withdrawReview } from '#server/reviews/commands/submit.ts'
import {
  callum,
  createContext,
  fillReview,
  henrike,
  insertAccount,
  insertOwed,
  newAction,
  noor,
  paolo,
} from '#server/reviews/testing.ts'
import { listReviewVersions } from '#server/reviews/versions.ts'
import { auditEvents } from '#server/schema/history.ts'
import { attachmentParts, attachments, reviews } from '#server/schema/reviews.ts'
import { applyRetention } from '#server/system/settings/retention.ts'
import { updateSettings } from '#server/system/settings/update-settings.ts'
import { attachmentRetention } from './attachment-retention.ts'
import * as commands from './commands.ts'
import { purgeAttachments } from './purge-attachments.ts'
import { listAttachments, readAttachment } from './queries.ts'
import { attachmentUploads } from './store-attachment.ts'

const dana = { ...testPerson('viewer', 'acc_dana'), name: 'Dana Kim' }

const database = provideTestRuntime()
beforeAll(async () => {
  for (const person of [noor, callum, henrike, paolo, dana]) await insertAccount(database.db, person)
})

const as = (actor: Actor, now?: string) => createContext(database.db, actor, now)
type UploadQuery = QueryOf<typeof contract>
async function* chunked(text: string) {
  for (const part of text.match(/[\s\S]{1,40000}/g) ?? []) yield Buffer.from(part)
}

/** Attaches a text file like the endpoint. */
async function attach(actor: Actor, place: Partial<UploadQuery>, text = 'done', now?: string) {
  const ctx = as(actor, now)
  const query = { name: 'run.log', ...place } as UploadQuery
  await attachmentUploads.check?.(ctx, query)
  const stored = await attachmentUploads.store(ctx, chunked(text), query)
  return commands.addAttachment(ctx, query, { type: 'application/octet-stream', ...stored })
}

async function started(number: string, values: Partial<typeof reviews.$inferInsert> = {}): Promise<string> {
  const reference = await insertOwed(database.db, number, { needsSignOff: true, reviewer: noor.email, ...values })
  await fillReview(as(noor), await startReview(as(noor), number))
  return reference
}

const readContent = async (id: string) =>
  Buffer.concat(await Array.fromAsync((await readAttachment(as(dana), id)).content))
const listParts = (id: string) => readRows(database.db, attachmentParts, { attachmentId: id })

describe('a file at a step', () => {
  test('is stored in parts, hashed, listed and read', async () => {
    const reference = await started('CHG1')
    const text = 'a line of the log\n'.repeat(150_000)
    const file = await attach(noor, { reference, step: 'plan' }, text)
    const sha256 = createHash('sha256').update(text).digest('hex')
    expect(file).toMatchObject({ name: 'run.log', type: 'text/plain', size: text.length, sha256, step: 'plan' })
    expect(await listAttachments(as(dana), { of: reference })).toEqual([file])
    expect(await listParts(file.id)).toHaveLength(3)
    expect((await readContent(file.id)).toString()).toBe(text)
    const [entry] = await readRows(database.db, auditEvents, { entityId: reference, actionName: 'file_attached' })
    expect(entry?.changes).toEqual({ 'plan.file': { from: null, to: 'run.log' }, sha256: { from: null, to: sha256 } })
  })

  test('makes a manager who attached it a writer, who cannot sign', async () => {
    const reference = await started('CHG2')
    await attach(henrike, { reference, step: 'outcome' })
    await submitReview(as(noor), reference)
    await expect(signOffReview(as(henrike), reference, {})).rejects.toMatchObject({ code: 'forbidden' })
    expect((await signOffReview(as(paolo), reference, {})).status).toBe('completed')
  })

  test('begins a review that is owed, and is refused once the review is submitted or completed', async () => {
    const reference = await insertOwed(database.db, 'CHG3')
    await attach(noor, { reference, step: 'plan' })
    const [row] = await readRows(database.db, reviews, { reference })
    expect(row).toMatchObject({ status: 'in_progress', reviewer: noor.email, writers: [noor.email] })
    const submitted = await started('CHG4')
    const file = await attach(noor, { reference: submitted, step: 'plan' })
    await submitReview(as(noor), submitted)
    await expect(attach(noor, { reference: submitted, step: 'plan' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(commands.removeAttachment(as(noor), file.id)).rejects.toMatchObject({ code: 'conflict' })
    await withdrawReview(as(noor), submitted)
    await commands.removeAttachment(as(noor), file.id)
    await expect(readAttachment(as(noor), file.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await listAttachments(as(noor), { of: submitted })).toEqual([])
  })

  test('is removed by who attached it or a manager only, who then cannot sign', async () => {
    const reference = await started('CHG5')
    const file = await attach(noor, { reference, step: 'risk' })
    await expect(commands.removeAttachment(as(callum), file.id)).rejects.toMatchObject({ code: 'forbidden' })
    await commands.removeAttachment(as(henrike), file.id)
    await expect(commands.removeAttachment(as(noor), file.id)).rejects.toMatchObject({ code: 'not_found' })
    await submitReview(as(noor), reference)
    await expect(signOffReview(as(henrike), reference, {})).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('stays in a completed version, though it is removed from the review afterwards', async () => {
    const reference = await started('CHG6')
    const file = await attach(noor, { reference, step: 'plan' })
    await submitReview(as(noor), reference)
    await signOffReview(as(paolo), reference, {})
    await reopenReview(as(noor), reference, 'The log was of another run.')
    await commands.removeAttachment(as(noor), file.id)
    const { versions, today } = await listReviewVersions(as(noor), reference)
    expect(versions[0]?.said.attachments).toEqual([
      { id: file.id, step: 'plan', name: 'run.log', size: file.size, sha256: file.sha256 },
    ])
    expect(today.attachments).toEqual([])
    await purgeAttachments(as(noor, '2027-06-01T00:00:00.000Z'))
    expect((await readContent(file.id)).toString()).toBe('done')
  })

  test('is refused where its content is not what its name says, and nothing of it stays', async () => {
    const reference = await started('CHG7')
    const stored = () => database.db.$count(attachmentParts)
    const before = await stored()
    await expect(attach(noor, { reference, step: 'plan', name: 'a.pdf' })).rejects.toMatchObject({
      code: 'unsupported_media_type',
    })
    await expect(attach(noor, { reference, step: 'plan', name: 'a.html' })).rejects.toMatchObject({
      code: 'invalid_parameter',
    })
    expect(await stored()).toBe(before)
  })

  test('is one of at most 50', async () => {
    const reference = await started('CHG8')
    const file = await attach(noor, { reference, step: 'plan' })
    const [row] = await readRows(database.db, attachments, { id: file.id })
    if (!row) throw new Error('The attachment was not stored.')
    const others = Array.from({ length: maxAttachments - 1 }, (_, at) => ({ ...row, id: `${row.id}${at}` }))
    await database.db.insert(attachments).values(others)
    await expect(attach(noor, { reference, step: 'risk' })).rejects.toMatchObject({ code: 'conflict' })
  })
})

test('only the author of a comment attaches to it, at any time', async () => {
  const reference = await started('CHG10')
  const comment = await addComment(as(callum), reference, { body: 'See the log.' })
  await expect(attach(noor, { comment_id: comment.id })).rejects.toMatchObject({ code: 'forbidden' })
  await submitReview(as(noor), reference)
  const file = await attach(callum, { comment_id: comment.id })
  expect(await listAttachments(as(dana), { of: reference })).toMatchObject([{ id: file.id, comment_id: comment.id }])
  expect((await signOffReview(as(paolo), reference, {})).status).toBe('completed')
})

test('the files of a deleted comment or action go with it', async () => {
  const reference = await started('CHG11')
  const comment = await addComment(as(callum), reference, { body: 'See the log.' })
  const { id } = await createImprovement(
    as(noor),
    newAction(reference, { title: 'Rehearse the backout', owner: dana.email, target_date: '2026-05-01' }),
  )
  const files = [await attach(callum, { comment_id: comment.id }), await attach(noor, { improvement_id: id })]
  await deleteComment(as(callum), comment.id)
  await deleteImprovement(as(noor), id)
  expect(await listAttachments(as(noor), { of: reference })).toEqual([])
  await purgeAttachments(as(noor, '2027-06-01T00:00:00.000Z'))
  for (const file of files) expect(await listParts(file.id)).toEqual([])
})

const action = (reference: string, owner = dana.email) =>
  createImprovement(as(noor), newAction(reference, { title: 'Rehearse the backout', owner, target_date: '2026-05-01' }))

test('a file at an action may come from its owner without a role, and keeps who attached it from verifying', async () => {
  const reference = await started('CHG20')
  const { id } = await action(reference)
  const file = await attach(dana, { improvement_id: id })
  await expect(
    attach({ ...dana, id: 'acc_eve', email: 'eve@example.org' }, { improvement_id: id }),
  ).rejects.toMatchObject({
    code: 'forbidden',
  })
  await attach(henrike, { improvement_id: id })
  expect(await listAttachments(as(dana), { of: reference })).toHaveLength(2)
  expect(await listAttachments(as(dana), { of: id })).toMatchObject([{ id: file.id }, {}])
  await updateImprovement(as(dana), id, { status: 'in_progress' })
  await updateImprovement(as(dana), id, { status: 'done', evidence: 'See the files.' })
  const verify = (actor: Actor) => updateImprovement(as(actor), id, { status: 'verified', recheck_on: '2026-09-01' })
  await expect(verify(henrike)).rejects.toMatchObject({ message: expect.stringContaining('you wrote its evidence') })
  await verify(paolo)
  await expect(attach(dana, { improvement_id: id })).rejects.toMatchObject({ code: 'conflict' })
})

test('the attachments of one person leave as much room to others, and a refusal says what to remove', async () => {
  const mine = await started('CHG31')
  const others = await started('CHG32')
  const [{ stored } = { stored: 0 }] = await database.db
    .select({ stored: sql<number>`sum(octet_length(content))::int` })
    .from(attachmentParts)
  await updateSettings(as(henrike), { attachment_space_mb: Math.ceil(stored / 1e6) + 5 }, null)
  const send = (actor: Actor, name: string, megabytes = 1) =>
    attach(actor, { reference: actor === paolo ? mine : others, step: 'plan', name }, 'x'.repeat(megabytes * 1e6))
  try {
    const first = await send(paolo, 'first.log', 2)
    await send(paolo, 'second.log')
    await expect(send(paolo, 'third.log', 2)).rejects.toMatchObject({
      code: 'insufficient_storage',
      message: expect.stringMatching(
        /^Your attachments take \d MB, .* leave as much to others; \d MB are left\. Remove those .* Your largest .*: first\.log of CHG31 \(2 MB\), second\.log of CHG31 \(1 MB\)\.$/,
      ),
    })
    await send(callum, 'other.log')
    await commands.removeAttachment(as(paolo), first.id)
    expect(await listParts(first.id)).toHaveLength(2)
    await send(paolo, 'third.log', 2)
    expect(await listParts(first.id)).toEqual([])
  } finally {
    await updateSettings(as(henrike), { attachment_space_mb: 5000 }, null)
  }
})

test('the retention deletes the content after the review has ended, and keeps name and hash', async () => {
  const open = await started('CHG40')
  const ended = await started('CHG41')
  const kept = await attach(noor, { reference: open, step: 'plan' })
  const old = await attach(noor, { reference: ended, step: 'plan' })
  await submitReview(as(noor), ended)
  await signOffReview(as(paolo), ended, {})
  await updateSettings(as(henrike), { attachment_retention_days: 365 }, null)
  try {
    const purge = async (at: string) => {
      await applyRetention(as(noor, at), [attachmentRetention])
      await purgeAttachments(as(noor, at))
    }
    await purge('2026-12-01T00:00:00.000Z')
    expect((await listAttachments(as(noor), { of: ended }))[0]?.deleted_at).toBe(null)
    await purge('2027-12-01T00:00:00.000Z')
  } finally {
    await updateSettings(as(henrike), { attachment_retention_days: null }, null)
  }
  expect(await listAttachments(as(noor), { of: ended })).toMatchObject([
    { sha256: old.sha256, deleted_at: '2027-12-01T00:00:00.000Z' },
  ])
  expect(await listParts(old.id)).toEqual([])
  await expect(readAttachment(as(noor), old.id)).rejects.toMatchObject({ code: 'not_found' })
  expect((await readContent(kept.id)).toString()).toBe('done')
})

test('the endpoints take a file and serve it as an attachment without rights', async () => {
  const reference = await started('CHG50')
  const cookie = await testSessionCookie({ id: noor.id, sessionVersion: 1 })
  const name = '“Log” of café.log'
  const url = `http://127.0.0.1${addEndpoint.path}?${new URLSearchParams({ name, reference, step: 'plan' })}`
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' }
  const request = new Request(url, { method: 'POST', headers, body: '<script>alert(1)</script>' })
  const sent = await (await importHandler(addEndpoint))(request)
  expect(sent.status).toBe(201)
  const { id } = await sent.json()
  const found = await callRoute(getAttachmentContent, { params: { id }, headers: { cookie } })
  expect(await found.text()).toBe('<script>alert(1)</script>')
  expect(Object.fromEntries(found.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition':
      'attachment; filename="_Log_ of caf_.log"; filename*=UTF-8\'\'%E2%80%9CLog%E2%80%9D%20of%20caf%C3%A9.log',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})
