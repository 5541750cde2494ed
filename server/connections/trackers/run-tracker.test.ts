import { describe, expect, test } from 'vitest'
import { getKind, trackerKinds } from '#server/connections/all-kinds.ts'
import { updateImprovement } from '#server/improvements/commands.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { listVerifiers } from '#server/improvements/verifiers.ts'
import { addIssueLink, syncIssueLink } from './link-commands.ts'
import { type FakeTracker, LostResponse } from './testing-fake-tracker.ts'
import { connectFake, createFake } from './testing-fakes.ts'
import { at, closed, manager, opened, owner, provideTracking, verify } from './testing-tracking.ts'

const tracking = provideTracking()
const { addAccount, addAction, by, closeAsAda, readLink, run, track } = tracking

test('an issue that was closed by a login is closed by the person of this user name', async () => {
  const { ada, done } = await closeAsAda('github', 'login')
  expect(done).toMatchObject({ done_by: ada.email })
})

describe.each(trackerKinds)('an issue in %s', (kind) => {
  test('is created from an action with its fields and a link back', async () => {
    const { fake, connection, id, store } = await track(kind, { people: { [owner.email]: 'ines' } })
    expect(await readLink(id)).toMatchObject({ status: 'creating', issue_key: null, synced_at: null })
    expect(await run(connection, 1)).toMatchObject({ written: 1, refused: 0 })
    const [issue] = store.issues
    expect(issue).toMatchObject({ title: 'Rehearse upgrades', ...opened(fake), assignee: 'ines' })
    expect(JSON.stringify(issue?.text)).toContain('full')
    expect(JSON.stringify([issue?.text, issue?.properties])).toContain(id)
    if (fake.hasDueDates) expect(issue?.dueOn).toBe('2026-05-29')
    expect(await readLink(id)).toMatchObject({
      status: 'linked',
      issue_key: fake.getKey(1),
      url: expect.stringContaining(`${fake.origin}/`),
      error: null,
      synced_at: at(1).toISOString(),
    })
    expect(await run(connection, 3)).toMatchObject({ written: 0, updated: 0 })
    expect(store.issues).toHaveLength(1)
  })

  test('is created once although two requests are lost and the search is late', async () => {
    const fake = createFake(kind, { now: () => tracking.clock })
    const { store } = fake
    let requests = 0
    const late: FakeTracker = {
      ...fake,
      respond(request) {
        if (request.method === 'POST') requests += 1
        if (requests === 1 && request.method === 'POST') throw new LostResponse()
        if (request.method !== 'GET') return fake.respond(request)
        const hidden = store.issues.splice(0)
        store.issues.push(...hidden.filter(({ createdAt }) => tracking.clock - createdAt > 90_000))
        const response = fake.respond(request)
        store.issues.splice(0, store.issues.length, ...hidden)
        return response
      },
    }
    const connection = await connectFake(tracking.database.db, late)
    const { id } = await addAction()
    await addIssueLink(by(owner), id, { connection_id: connection.id })
    await expect(run(connection, 1)).rejects.toThrow('did not answer')
    expect(store.issues).toHaveLength(0)
    store.faults.losesResponse = () => true
    await expect(run(connection, 4)).rejects.toThrow('did not answer')
    store.faults.losesResponse = () => false
    for (const minutes of [5, 7]) {
      await syncIssueLink(by(owner, minutes), id, connection.id)
      await run(connection, minutes)
    }
    expect(await readLink(id)).toMatchObject({ status: 'linked', error: null })
    expect(store.issues).toHaveLength(1)
  })

  test('closed there makes the action done, with the link as evidence, until another person verifies it', async () => {
    const { fake, connection, id, store } = await track(kind)
    await run(connection, 1)
    const issue = store.issues[0]
    if (!issue) throw new Error('There is no issue.')
    store.edit(issue, { ...closed(fake), editor: 'Ines' })
    expect(await run(connection, 6)).toMatchObject({ updated: 1, written: 0 })
    const done = await getImprovement(by(), id)
    expect(done).toMatchObject({ status: 'done', done_by: expect.stringContaining('“con-') })
    expect(done.evidence).toContain(`Closed in ${getKind(kind).label} by Ines: `)
    expect(done.evidence).toContain((await readLink(id))?.url)
    await expect(updateImprovement(by(owner, 7), id, verify)).rejects.toMatchObject({ code: 'conflict' })

    store.edit(issue, opened(fake))
    await run(connection, 12)
    expect(await getImprovement(by(), id)).toMatchObject({
      status: fake.statuses[0] === fake.statuses[1] ? 'in_progress' : 'open',
      evidence: null,
    })

    store.edit(issue, closed(fake))
    await run(connection, 18)
    await expect(updateImprovement(by(manager, 19), id, verify)).rejects.toMatchObject({
      details: [{ field: 'closed_by', issue: expect.stringContaining('“Ines”') }],
    })
    await addAccount(owner)
    await updateImprovement(by(manager, 19), id, { ...verify, closed_by: owner.email })
    store.edit(issue, opened(fake))
    const before = store.writes
    await run(connection, 24)
    expect(await getImprovement(by(), id)).toMatchObject({ status: 'verified' })
    expect(issue).toMatchObject(closed(fake))
    expect(store.writes - before).toBeLessThanOrEqual(2)
  })

  test('closed there by a person of this address is not verified here by them', async () => {
    const { id, ada, done } = await closeAsAda(kind, 'email')
    expect(done).toMatchObject({ done_by: ada.email, evidence: expect.stringContaining('by ada99:') })
    expect((await listVerifiers(tracking.database.db, id)).map(({ email }) => email)).not.toContain(ada.email)
    await expect(updateImprovement(by(ada, 7), id, verify)).rejects.toMatchObject({ code: 'conflict' })
    await updateImprovement(by(manager, 7), id, verify)
  })

  test('follows the action: fields and status', async () => {
    const { fake, connection, id, store } = await track(kind)
    await run(connection, 1)
    await updateImprovement(by(owner, 2), id, { title: 'Rehearse on a copy', target_date: '2026-06-30' })
    await updateImprovement(by(owner, 2), id, { status: 'done', evidence: 'Log' })
    await run(connection, 6)
    expect(store.issues[0]).toMatchObject({ title: 'Rehearse on a copy', ...closed(fake) })
    if (fake.hasDueDates) expect(store.issues[0]?.dueOn).toBe('2026-06-30')
    else expect(store.issues[0]?.text).toContain('Due 30 Jun')
    await updateImprovement(by(manager, 7), id, { status: 'in_progress', reason: 'Only one of two' })
    await run(connection, 12)
    expect(store.issues[0]).toMatchObject({ status: fake.statuses[1] })
  })

  test('is linked without touching its text, and found however many others changed', async () => {
    const fake = createFake(kind, { pageSize: 2, now: () => tracking.clock })
    const connection = await connectFake(tracking.database.db, fake)
    for (let count = 0; count < 9; count++) fake.store.add({ title: `Other ${count}`, text: 'Mine', ...opened(fake) })
    const last = fake.store.issues.at(-1)
    const { id } = await addAction()
    const link = await addIssueLink(by(owner), id, { connection_id: connection.id, issue: fake.getKey(9) })
    expect(link).toMatchObject({ status: 'linked', issue_status: null })
    await run(connection, 1)
    await run(connection, 3)
    expect(await readLink(id)).toMatchObject({ issue_status: fake.openName, error: null })
    for (const issue of fake.store.issues) fake.store.edit(issue, closed(fake))
    expect(await run(connection, 8)).toMatchObject({ updated: 1 })
    expect(await getImprovement(by(), id)).toMatchObject({ status: 'done' })
    expect(last).toMatchObject({ title: 'Other 8', text: 'Mine' })
  })
})
