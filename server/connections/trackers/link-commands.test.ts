import { expect, test } from 'vitest'
import { trackerKinds } from '#server/connections/all-kinds.ts'
import { updateImprovement } from '#server/improvements/commands.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { fakeJira } from './jira/testing-fake-jira.ts'
import { addIssueLink, removeIssueLink, syncIssueLink } from './link-commands.ts'
import { listIssueLinks } from './queries.ts'
import type { FakeTracker } from './testing-fake-tracker.ts'
import { connectFake, createFake } from './testing-fakes.ts'
import { closed, opened, owner, provideTracking } from './testing-tracking.ts'

const tracking = provideTracking()
const { addAction, by, readLink, run, track, trackFake } = tracking

test.each(trackerKinds)('only issues of the projects of a connection to %s can be linked', async (kind) => {
  const fake = createFake(kind)
  const connection = await connectFake(tracking.database.db, fake)
  const { id } = await addAction()
  const issue = fake.otherKey
  await expect(addIssueLink(by(owner), id, { connection_id: connection.id, issue })).rejects.toMatchObject({
    details: [{ field: 'issue', issue: expect.stringContaining(`it has ${fake.project}`) }],
  })
  expect(await readLink(id)).toBeUndefined()
})

test.each(trackerKinds)(
  'an issue in %s that was closed before it was linked closes nothing until it is reopened',
  async (kind) => {
    const fake = createFake(kind, { now: () => tracking.clock })
    const connection = await connectFake(tracking.database.db, fake)
    const issue = fake.store.add({ title: 'Done long ago', ...closed(fake) })
    const { id } = await addAction()
    await addIssueLink(by(owner), id, { connection_id: connection.id, issue: fake.getKey(1) })
    const { writes } = fake.store
    for (const minutes of [1, 3]) await run(connection, minutes)
    await updateImprovement(by(owner, 4), id, { status: 'in_progress' })
    await run(connection, 5)
    expect(await getImprovement(by(), id)).toMatchObject({ status: 'in_progress', done_by: null })
    expect(await readLink(id)).toMatchObject({ was_closed: true, issue_status: expect.any(String), error: null })
    expect(fake.store.writes).toBe(writes)
    fake.store.edit(issue, opened(fake))
    await run(connection, 10)
    expect(await readLink(id)).toMatchObject({ was_closed: false })
    fake.store.edit(issue, closed(fake))
    await run(connection, 15)
    expect(await getImprovement(by(), id)).toMatchObject({ status: 'done' })
  },
)

test('names the fields that Jira does not accept, and writes the others', async () => {
  const { connection, id, store } = await trackFake(fakeJira({ now: () => tracking.clock, hiddenFields: ['duedate'] }))
  await run(connection, 1)
  expect(store.issues).toMatchObject([{ title: 'Rehearse upgrades', dueOn: null }])
  expect(await readLink(id)).toMatchObject({ status: 'linked', refused_fields: ['due date'] })
})

test.each(trackerKinds)('leads to no other host, whatever page %s names', async (kind) => {
  const fake = createFake(kind, { now: () => tracking.clock })
  const { hostname } = new URL(fake.origin)
  const lying: FakeTracker = {
    ...fake,
    respond(request) {
      const response = fake.respond(request)
      const json = JSON.stringify(response.body ?? null)
      return { ...response, body: JSON.parse(json.replaceAll(`${fake.origin}/`, `${fake.origin}.evil.org/`)) }
    },
  }
  const connection = await connectFake(tracking.database.db, lying)
  const { id } = await addAction()
  await addIssueLink(by(owner), id, { connection_id: connection.id })
  await run(connection, 1)
  const link = await readLink(id)
  expect(link).toMatchObject({ status: 'linked' })
  expect(new URL(link?.url ?? '').hostname).toBe(hostname)
})

// Jira has no comments in a text, so the whole text is replaced.
test.each(trackerKinds.filter((kind) => kind !== 'jira'))(
  'keeps what people write around its part of a text in %s',
  async (kind) => {
    const { fake, connection, id, store } = await track(kind)
    await run(connection, 1)
    const issue = store.issues[0]
    if (!issue) throw new Error('There is no issue.')
    store.edit(issue, { text: `See the log.\r\n\r\n${issue.text}\r\n\r\n- [ ] Book the room` })
    await updateImprovement(by(owner, 2), id, { target_date: '2026-06-30' })
    await run(connection, 6)
    expect(issue.text).toMatch(/^See the log\..*full.*- \[ \] Book the room$/s)
    if (!fake.hasDueDates) expect(issue.text).toContain('Due 30 Jun')
    await updateImprovement(by(owner, 7), id, { description: 'On two copies.' })
    await run(connection, 12)
    expect(issue.text).toMatch(/^See the log\..*On two copies\..*- \[ \] Book the room$/s)
    expect(issue.text).not.toContain('full')
    store.edit(issue, { text: 'Everything is different.' })
    await updateImprovement(by(owner, 13), id, { description: 'On three copies.', target_date: '2026-07-30' })
    await run(connection, 18)
    expect(issue.text).toMatch(/On three copies\..*Everything is different\.$/s)
  },
)

test('stops with the reason when the tracker rejects the creation, until it is tried again', async () => {
  const fake = fakeJira({ hiddenFields: ['summary'] })
  const connection = await connectFake(tracking.database.db, fake)
  const { id } = await addAction()
  await addIssueLink(by(owner), id, { connection_id: connection.id })
  expect(await run(connection, 1)).toMatchObject({ refused: 1 })
  const failed = { status: 'failed', error: expect.stringContaining('summary: cannot be set') }
  expect(await readLink(id)).toMatchObject(failed)
  expect(await run(connection, 60)).toMatchObject({ refused: 0 })
  expect(await syncIssueLink(by(owner, 61), id, connection.id)).toMatchObject({ status: 'creating', error: null })
  await run(connection, 61)
  expect(await readLink(id)).toMatchObject(failed)
})

test('creates one issue although the account may not see it, however often it is tried again', async () => {
  const fake = createFake('jira', { now: () => tracking.clock })
  let isHidden = true
  const hiding: FakeTracker = {
    ...fake,
    respond(request) {
      const isRead = request.method === 'GET' && request.url.pathname.includes('/issue/')
      return isHidden && isRead ? { status: 404, body: { errorMessages: ['No such issue'] } } : fake.respond(request)
    },
  }
  const connection = await connectFake(tracking.database.db, hiding)
  const { id } = await addAction()
  await addIssueLink(by(owner), id, { connection_id: connection.id })
  for (const minutes of [1, 4, 7]) {
    await run(connection, minutes)
    const error = expect.stringContaining('OPS-1, or does not show it')
    expect(await readLink(id)).toMatchObject({ status: 'failed', issue_key: 'OPS-1', error })
    await syncIssueLink(by(owner, minutes), id, connection.id)
  }
  isHidden = false
  await run(connection, 8)
  expect(await readLink(id)).toMatchObject({ status: 'linked', error: null })
  expect(fake.store.issues).toHaveLength(1)
})

test('allows one issue for each connection, in the form of a key or an address of its tracker', async () => {
  const { connection, id } = await track('github')
  const add = (issue?: string) =>
    addIssueLink(by(owner), id, { connection_id: connection.id, ...(issue === undefined ? {} : { issue }) })
  await expect(add()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('already') })
  await expect(add('OPS-12')).rejects.toMatchObject({ details: [{ field: 'issue' }] })
  await expect(addIssueLink(by(owner), id, { connection_id: 'none' })).rejects.toMatchObject({
    details: [{ field: 'connection_id' }],
  })
  expect((await listIssueLinks(by(), id)).trackers).toEqual([])
  await removeIssueLink(by(owner), id, connection.id)
  expect(await listIssueLinks(by(), id)).toMatchObject({
    result: [],
    trackers: [{ connection_id: connection.id, project: 'acme/payments' }],
  })
  await expect(removeIssueLink(by(owner), id, connection.id)).rejects.toMatchObject({ code: 'not_found' })
  const events = await readRows(tracking.database.db, auditEvents, { entityId: id })
  expect(events.flatMap(({ changes }) => (changes.issue ? [changes.issue] : []))).toEqual([
    { from: null, to: expect.stringMatching(/^new in con-github/) },
    { from: 'new', to: null },
  ])
})
