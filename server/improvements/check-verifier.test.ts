import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addIssueLink, removeIssueLink } from '#server/connections/trackers/link-commands.ts'
import { connectFake, createFake } from '#server/connections/trackers/testing-fakes.ts'
import { queueImport, runQueued } from '#server/import/jobs/testing.ts'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { readRows } from '#server/platform/db/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { insertAccount, newAction } from '#server/reviews/testing.ts'
import { importRow } from '#server/reviews/testing-reviews.ts'
import { accounts } from '#server/schema/access.ts'
import { improvements } from '#server/schema/improvements.ts'
import { notifications } from '#server/schema/notifications.ts'
import { getWorklist } from '#server/worklist/queries.ts'
import { closeRecheck } from './close-recheck.ts'
import { updateImprovement } from './commands.ts'
import { createImprovement } from './create-improvement.ts'
import { getImprovement } from './queries.ts'
import { listVerifiers } from './verifiers.ts'

const owner = testPerson('reviewer', 'acc_ines')
const vera = testPerson('manager', 'acc_vera')
const other = testPerson('manager', 'acc_other')
const admin = testPerson('admin', 'acc_ada')

const database = provideTestRuntime()
beforeAll(async () => {
  for (const person of [owner, vera, other, admin]) await insertAccount(database.db, person)
  for (const [id, fields] of Object.entries({
    vera: { email: vera.email, name: 'Somebody', user_name: 'vlind', employee_number: '4711' },
    'by-number': { name: 'Somebody', employee_number: '4711' },
    'by-name': { name: vera.name },
    'like-a-user-name': { name: 'Another', user_name: '4711', employee_number: 'vlind' },
  }))
    await importRow(by(admin), admin, 'users', { id, email: `${id}@corp.example`, ...fields })
})

const by = (actor: Actor) => testContext(database.db, actor)
const done = { status: 'done', evidence: 'Log of the rehearsal' } as const
const verified = { status: 'verified', recheck_on: '2026-06-01' } as const

async function addAction(): Promise<string> {
  const { id } = await createImprovement(by(owner), newAction('PIR-1', { owner: owner.email }))
  return id
}

const tracker = () => connectFake(database.db, createFake('jira'))

async function importActions(actor: Actor, rows: string): Promise<void> {
  await queueImport(by(actor), 'improvements', `id,title,owner,target_date,status\n${rows}\n`)
  await runQueued(by({ kind: 'system', id: 'run-imports', name: 'Hindsight' }))
}

/**
 * Ways in which Vera takes part in an action that is finally done. four-eyes.test.ts of this folder plays one for each
 * part.
 */
const ways: readonly (readonly [string, string, () => Promise<string>])[] = [
  [
    'linked an issue to it and unlinked it',
    'you linked an issue to it',
    async () => {
      const id = await addAction()
      const { id: connection_id } = await tracker()
      await addIssueLink(by(vera), id, { connection_id, issue: 'OPS-1' })
      await removeIssueLink(by(vera), id, connection_id)
      await updateImprovement(by(owner), id, done)
      return id
    },
  ],
  [
    'issued the token that set it to done',
    'you set it to done',
    async () => {
      const id = await addAction()
      const input = { name: 'Script', system: 'itsm', scope: 'write', expiresAt: null, origin: 'entry' } as const
      const { token } = await createToken(by(vera), input)
      await updateImprovement(
        by({ kind: 'token', id: token.id, name: 'Script', system: 'itsm', scope: 'write' }),
        id,
        done,
      )
      return id
    },
  ],
]

test.each(ways)('a person who %s does not verify it', async (_, part, prepare) => {
  const id = await prepare()
  await expect(updateImprovement(by(vera), id, verified)).rejects.toMatchObject({
    code: 'conflict',
    details: [{ field: 'status', issue: expect.stringContaining(part) }],
  })
  expect((await listVerifiers(database.db, id)).map(({ email }) => email)).toEqual([other.email])
  const { verifications } = await getWorklist(by(vera))
  expect(verifications).toEqual({ total_count: 0, entries: [] })
  expect(await updateImprovement(by(other), id, verified)).toMatchObject({ verified_by: other.email })
})

test.each([
  ['user name', 'LMaria'],
  ['employee number', 'm-4712'],
])('an owner who is named by a %s that became known later does not verify it', async (_, text) => {
  const maria = testPerson('manager', `acc_maria_${text.toLowerCase()}`)
  const id = `ACT-${text}`
  await importActions(other, `${id},Rehearse,${text},2026-05-29,done`)
  expect(await getImprovement(by(owner), id)).toMatchObject({ owner: text })
  await insertAccount(database.db, { ...maria, name: 'Somebody Else' })
  const [user_name, employee_number] = text === 'LMaria' ? ['lmaria', 'x'] : ['y', 'M-4712']
  const entry = { id: maria.id, email: maria.email, name: 'Somebody Else', user_name, employee_number }
  await importRow(by(admin), admin, 'users', entry)
  const asked = async () => (await listVerifiers(database.db, id)).map(({ email }) => email)
  expect(await asked()).toEqual([vera.email])
  expect((await getWorklist(by(maria))).verifications.entries.map((one) => one.id)).not.toContain(id)
  await importRow(by(admin), admin, 'users', { ...entry, user_name: 'since', employee_number: 'since' })
  expect(await asked()).toEqual([vera.email])
  await expect(updateImprovement(by(maria), id, verified)).rejects.toMatchObject({
    details: [{ field: 'status', issue: expect.stringContaining('you own or owned it') }],
  })
  await database.db.delete(accounts).where(eq(accounts.id, maria.id))
})

test('a person who corrected a field that says nothing about the work verifies it, also after an earlier verification', async () => {
  const edits = { title: 'Rehearse the upgrade', description: 'Each quarter', category: 'process' } as const
  const details = { ...edits, priority: 'high', target_date: '2026-05-30' } as const
  const id = await addAction()
  await updateImprovement(by(owner), id, done)
  await updateImprovement(by(vera), id, details)
  await updateImprovement(by(vera), id, verified)
  await updateImprovement(by(vera), id, { title: 'Rehearse upgrades', recheck_on: '2026-06-02' })
  expect(await getImprovement(by(owner), id)).toMatchObject({ status: 'done', done_by: owner.email })
  expect(await updateImprovement(by(vera), id, verified)).toMatchObject({ verified_by: vera.email })
})

test('an action that came verified and is corrected was done by its owner, and not by who corrects it', async () => {
  const id = await addAction()
  const came = { status: 'verified', verifiedAt: '2026-03-09T12:00:00.000Z', verifiedBy: other.email } as const
  await database.db.update(improvements).set(came).where(eq(improvements.id, id))
  await updateImprovement(by(vera), id, { title: 'Rehearse the upgrade' })
  expect(await getImprovement(by(owner), id)).toMatchObject({ status: 'done', done_by: owner.email })
  expect(await updateImprovement(by(vera), id, verified)).toMatchObject({ verified_by: vera.email })
})

describe('an action whose issue somebody closed whom nobody knows', () => {
  const jira: Actor = { kind: 'system', id: 'con_1', name: 'Jira' }
  async function addClosed(unknown = 'vlind-dev') {
    const id = await addAction()
    await updateImprovement(by(jira), id, done, undefined, { unknown })
    return id
  }

  test('is verified by nobody who does not state who that was: a known person, and not themselves', async () => {
    const id = await addClosed()
    const problem = (field: string, issue: string) => ({ details: [{ field, issue: expect.stringContaining(issue) }] })
    const verify = (closedBy?: string) =>
      updateImprovement(by(vera), id, { ...verified, ...(closedBy === undefined ? {} : { closed_by: closedBy }) })
    await expect(verify()).rejects.toMatchObject(problem('closed_by', '“vlind-dev”'))
    await expect(verify('nobody@else.example')).rejects.toMatchObject(problem('closed_by', 'nobody@else.example'))
    await expect(verify(vera.email)).rejects.toMatchObject(problem('status', 'you closed its issue'))
    expect(await verify(owner.email)).toMatchObject({ status: 'verified' })
  })

  test('is not verified by somebody who states another address of theirs', async () => {
    const id = await addClosed()
    const stating = (closed_by: string) => updateImprovement(by(vera), id, { ...verified, closed_by })
    const refused = { details: [{ field: 'status', issue: expect.stringContaining('you closed its issue') }] }
    await expect(stating('by-number@corp.example')).rejects.toMatchObject(refused)
    await expect(stating('by-name@corp.example')).rejects.toMatchObject(refused)
    expect(await stating('like-a-user-name@corp.example')).toMatchObject({ status: 'verified' })
  })

  test('is not verified by a person whose name the tracker shows, whom they state or not', async () => {
    const id = await addClosed(`${vera.name} (vlind-dev)`)
    const attempt = updateImprovement(by(vera), id, { ...verified, closed_by: owner.email })
    await expect(attempt).rejects.toMatchObject({ details: [{ field: 'status' }] })
    expect((await listVerifiers(database.db, id)).map(({ email }) => email)).toEqual([other.email])
  })
})

test('of linking and verifying at once, only one happens first, and a verifier has linked nothing before', async () => {
  const { id: connection_id } = await tracker()
  for (let round = 1; round <= 8; round++) {
    const id = await addAction()
    await updateImprovement(by(owner), id, done)
    await Promise.allSettled([
      addIssueLink(by(vera), id, { connection_id, issue: `OPS-${round}` }),
      updateImprovement(by(vera), id, verified),
    ])
    const { rows } = await database.pool.query<{ field: string }>(
      `select key as field from audit_events e, json_object_keys(e.changes) key
       where e.entity_id = $1 and key in ('issue', 'verified_by') order by e.transaction_id`,
      [id],
    )
    expect(rows.map(({ field }) => field)).not.toEqual(['issue', 'verified_by'])
  }
})

test.each([
  ['a person', vera],
  ['a token', { kind: 'token', id: 'tok_1', name: 'Sync', system: 'itsm', scope: 'write' }],
] as const)('an import by %s verifies nothing, and leaves verified what is verified', async (name, actor) => {
  const [fresh, existing, kept] = ['new', 'existing', 'kept'].map((part) => `ACT-${name.replace(' ', '-')}-${part}`)
  const row = (id = '', status = '') => `${id},Rehearse,ines@hindsight.example,2026-05-29,${status}`
  await importActions(actor, [row(existing, 'in_progress'), row(kept, 'done')].join('\n'))
  await updateImprovement(by(other), kept ?? '', verified)
  await importActions(actor, [fresh, existing, kept].map((id) => row(id, 'verified')).join('\n'))
  expect(await getImprovement(by(vera), fresh ?? '')).toMatchObject({ status: 'done', verified_by: null })
  expect(await getImprovement(by(vera), existing ?? '')).toMatchObject({ status: 'done', verified_by: null })
  expect(await getImprovement(by(vera), kept ?? '')).toMatchObject({ status: 'verified', verified_by: other.email })
})

test('an action that is rewritten before its recheck is to be verified again', async () => {
  const id = await addAction()
  await updateImprovement(by(owner), id, done)
  await updateImprovement(by(vera), id, verified)
  const recheck = { status: 'in_progress', recheckSince: '2026-03-10T12:00:00.000Z', recheckReason: 'INC1' } as const
  await database.db.update(improvements).set(recheck).where(eq(improvements.id, id))
  const rewritten = await updateImprovement(by(owner), id, { title: 'Order a printer', description: 'For floor 3' })
  expect(rewritten).toMatchObject({ status: 'in_progress', verified_at: null, verified_by: null, recheck_on: null })
  const asked = () => readRows(database.db, notifications, { path: `/improvements/${id}` })
  await database.db.delete(notifications)
  const after = await closeRecheck(by(owner), id, { is_same_failure: false, note: 'A full disk' })
  expect(after).toMatchObject({ status: 'done', done_by: owner.email, verified_by: null, look_since: null })
  expect((await asked()).map(({ recipient }) => recipient).toSorted()).toEqual([other.email, vera.email])
  expect(await updateImprovement(by(vera), id, verified)).toMatchObject({ verified_by: vera.email })
})
