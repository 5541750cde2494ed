import { beforeAll, describe, expect, test } from 'vitest'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testContext, testNow, testPerson } from '#server/platform/runtime/testing-context.ts'
import { insertAccount, insertIncident, newAction } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { notifications } from '#server/schema/notifications.ts'
import { reviewSteps } from '#server/schema/reviews.ts'
import { closeRecheck } from './close-recheck.ts'
import { updateImprovement } from './commands.ts'
import { createImprovement } from './create-improvement.ts'
import { getImprovement } from './queries.ts'
import { reopenForRecheck } from './reopen-for-recheck.ts'

const database = provideTestDatabase()

const owner = testPerson('reviewer', 'acc_ines')
const doer = testPerson('reviewer', 'acc_tomas')
const manager = testPerson('manager')
const other = testPerson('manager', 'acc_other')
beforeAll(async () => {
  for (const person of [owner, doer, manager, other]) await insertAccount(database.db, person)
})
const client: Actor = { kind: 'token', id: 'tok_1', name: 'Service desk', system: 'itsm', scope: 'write' }
const by = (actor: Actor, day = 0) => testContext(database.db, actor, new Date(testNow.getTime() + day * 86_400_000))

const add = (sourceRef = 'PIR-2026-0001') =>
  createImprovement(by(manager), newAction(sourceRef, { owner: owner.email }))

async function addDone(sourceRef?: string) {
  const { id } = await add(sourceRef)
  return updateImprovement(by(doer), id, { status: 'done', evidence: 'Log of the rehearsal' })
}

const listRecipients = async (kind: string, id: string) =>
  (await readRows(database.db, notifications, { path: `/improvements/${id}` }))
    .filter((notice) => notice.kind === kind)
    .map(({ recipient }) => recipient)

describe('the life of an action', () => {
  test('notifies its owner, and a new one', async () => {
    const { id } = await add()
    expect(await listRecipients('action_assigned', id)).toEqual([owner.email])
    await updateImprovement(by(manager), id, { owner: doer.email })
    expect(await listRecipients('action_assigned', id)).toEqual([owner.email, doer.email])
  })

  test('is done with evidence, by someone at some time, and verified by another person with a date to recheck', async () => {
    const { id } = await add()
    await expect(updateImprovement(by(owner), id, { status: 'done' })).rejects.toMatchObject({
      code: 'conflict',
      details: [{ field: 'evidence', in: 'body', issue: 'must describe what shows that it is done' }],
    })
    const done = await updateImprovement(by(doer, 1), id, { status: 'done', evidence: 'Log of the rehearsal' })
    expect(done).toMatchObject({ status: 'done', done_by: doer.email, done_at: '2026-03-11T12:00:00.000Z' })

    const verify = { status: 'verified', recheck_on: '2026-06-01' } as const
    for (const actor of [owner, doer]) {
      await expect(updateImprovement(by(actor, 2), id, verify)).rejects.toMatchObject({ code: 'conflict' })
    }
    expect(await updateImprovement(by(manager, 2), id, verify)).toMatchObject({
      status: 'verified',
      evidence: 'Log of the rehearsal',
      verified_by: manager.email,
      recheck_on: '2026-06-01',
    })
  })

  test.each(['evidence', 'title', 'description'] as const)(
    'waits for verification again when its %s changes',
    async (field) => {
      const { id } = await addDone()
      const verify = { status: 'verified', recheck_on: '2026-06-01' } as const
      await updateImprovement(by(other), id, verify)
      expect(await updateImprovement(by(owner), id, { priority: 'high' })).toMatchObject({ status: 'verified' })
      const changed = await updateImprovement(by(manager), id, { [field]: 'Something else' })
      expect(changed).toMatchObject({
        [field]: 'Something else',
        status: 'done',
        done_by: doer.email,
        verified_at: null,
        verified_by: null,
        recheck_on: null,
      })
      const events = await readRows(database.db, auditEvents, { entityId: id })
      expect(events.at(-1)?.changes).toMatchObject({
        status: { from: 'verified', to: 'done' },
        verified_by: { from: other.email, to: null },
      })
      const attempt = updateImprovement(by(manager), id, verify)
      if (field === 'evidence') await expect(attempt).rejects.toMatchObject({ code: 'conflict' })
      else expect(await attempt).toMatchObject({ verified_by: manager.email })
    },
  )

  test('loses its evidence when it is reopened, and the history records why', async () => {
    const { id } = await addDone()
    const back = await updateImprovement(by(manager), id, {
      status: 'in_progress',
      reason: 'Only one of two was tried',
    })
    expect(back).toMatchObject({ status: 'in_progress', evidence: null, done_at: null, done_by: null })
    const events = await readRows(database.db, auditEvents, { entityId: id })
    expect(events.at(-1)?.changes).toMatchObject({
      status: { from: 'done', to: 'in_progress' },
      reason: { from: null, to: 'Only one of two was tried' },
    })
  })

  test('can be set to done with evidence by a token, but not verified', async () => {
    const { id } = await add()
    await expect(updateImprovement(by(client), id, { status: 'done' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('evidence must describe'),
      details: [{ field: 'evidence', in: 'body', issue: 'must describe what shows that it is done' }],
    })
    expect(await updateImprovement(by(client), id, { status: 'done', evidence: 'Test run 12' })).toMatchObject({
      status: 'done',
      evidence: 'Test run 12',
      done_by: 'Service desk',
    })
    await expect(updateImprovement(by(client), id, { status: 'verified' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('a person who is signed in'),
    })
  })
})

describe('reopenForRecheck', () => {
  const addIncident = (number: string, day: number, shortDescription: string, affectedService = 'payments') => {
    const openedAt = new Date(testNow.getTime() + day * 86_400_000).toISOString()
    return insertIncident(database.db, number, null, { shortDescription, state: 'new', openedAt, affectedService })
  }
  const confirm = async (reference: string, ...numbers: string[]) => {
    const decisions = numbers.map((number) => ({ incident: number, decision: 'confirmed', reason: '' }))
    await database.db.insert(reviewSteps).values({
      reference,
      step: 'incidents',
      form: { decisions },
      version: 1,
      savedAt: testNow.toISOString(),
      savedBy: 'Noor',
    })
  }

  test('reports a similar incident once, and leaves other actions unchanged', async () => {
    await addIncident('INC1', -5, 'Certificate of the gateway expired')
    await addIncident('INC2', 2, 'Gateway certificate has expired again')
    await addIncident('INC3', 2, 'Printer on floor 3 is out of paper')
    await addIncident('INC4', 2, 'Certificate of the gateway expired', 'search')
    await addIncident('INC5', -1, 'Certificate of the gateway expired')
    await confirm('PIR-2026-0100', 'INC1')
    await confirm('PIR-2026-0101', 'INC3')
    const questioned = await addDone('PIR-2026-0100')
    const other = await addDone('PIR-2026-0101')
    const open = await add('PIR-2026-0100')

    const runs = await Promise.all([reopenForRecheck(by(manager, 3)), reopenForRecheck(by(manager, 3))])
    expect(runs.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await getImprovement(by(manager), questioned.id)).toMatchObject({
      status: 'in_progress',
      look_since: '2026-03-13T12:00:00.000Z',
      look_reason: 'INC2 on payments reads like INC1, which caused this action.',
      evidence: 'Log of the rehearsal',
    })
    expect(await listRecipients('action_look', questioned.id)).toEqual([owner.email])
    expect((await getImprovement(by(manager), other.id)).status).toBe('done')
    expect((await getImprovement(by(manager), open.id)).status).toBe('open')
    expect(await reopenForRecheck(by(manager, 4))).toBe(0)
  })

  test('stays done when the incident is another failure, which is not reported again', async () => {
    await addIncident('INC11', -5, 'Queue of invoices stuck', 'billing')
    await addIncident('INC12', 2, 'Invoices stuck in the queue', 'billing')
    await confirm('PIR-2026-0110', 'INC11')
    const { id } = await addDone('PIR-2026-0110')
    expect(await reopenForRecheck(by(manager, 3))).toBe(1)
    const settled = await closeRecheck(by(owner, 4), id, { is_same_failure: false, note: 'A full disk' })
    expect(settled).toMatchObject({ status: 'done', look_since: null, evidence: 'Log of the rehearsal' })
    expect(await reopenForRecheck(by(manager, 5))).toBe(0)
    await expect(closeRecheck(by(owner, 5), id, { is_same_failure: true, note: 'Late' })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('is in progress again, without evidence, when the incident is the same failure', async () => {
    await addIncident('INC21', -5, 'Backup of the ledger failed', 'ledger')
    await addIncident('INC22', 2, 'Ledger backup failed', 'ledger')
    await confirm('PIR-2026-0120', 'INC21')
    const { id } = await addDone('PIR-2026-0120')
    await reopenForRecheck(by(manager, 3))
    expect(await closeRecheck(by(owner, 4), id, { is_same_failure: true, note: 'The same disk' })).toMatchObject({
      status: 'in_progress',
      evidence: null,
      done_by: null,
      look_since: null,
    })
  })
})
