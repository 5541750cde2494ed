import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeTracker, LostResponse } from '#e2e/lab/trackers/fake-tracker.ts'
import { connectFake, fakes } from '#e2e/lab/trackers/fakes.ts'
import type { RepositoryOptions } from '#lib/contracts/connection-options.ts'
import { deleteImprovement, updateImprovement } from '#server/improvements/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { listVerifiers } from '#server/improvements/verifiers.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext, testNow, testPerson } from '#server/platform/runtime/testing-context.ts'
import { accounts, auditEvents } from '#server/schema/access.ts'
import { connections, issueLinks } from '#server/schema/connections.ts'
import { addIssueLink, removeIssueLink, syncIssueLink } from './link-commands.ts'
import { listIssueLinks, listReviewIssueLinks } from './queries.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  setTestRuntime(database)
})
afterAll(async () => {
  setRuntime(undefined)
})
beforeEach(async () => {
  clock = testNow.getTime()
  for (const table of [connections, issueLinks]) await database.db.delete(table)
})

const owner = testPerson('reviewer', 'acc_ines')
const manager = testPerson('manager')
const at = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000)
const by = (actor = manager, minutes = 0) => testContext(database.db, actor, at(minutes))

const addAction = (title = 'Rehearse upgrades') =>
  createImprovement(by(), {
    title,
    description: 'On a *full* copy.',
    source_type: 'pir',
    source_ref: 'PIR-2026-0042',
    owner: owner.email,
    target_date: '2026-05-29',
  })
const linkOf = async (id: string) => (await listIssueLinks(by(), id)).result[0]
/** The time of the fake trackers: that of the last run. */
let clock = testNow.getTime()
const run = (connection: Awaited<ReturnType<typeof connectFake>>, minutes: number) => {
  clock = at(minutes).getTime()
  return connection.run(at(minutes))
}
const kinds = Object.keys(fakes) as (keyof typeof fakes)[]
const closed = ({ statuses }: FakeTracker) => ({ status: statuses[2] ?? '' })
const opened = ({ statuses }: FakeTracker) => ({ status: statuses[0] ?? '' })

async function addAccount({ id, email, name, role }: typeof owner): Promise<void> {
  const times = { createdAt: testNow.toISOString(), updatedAt: testNow.toISOString() }
  await database.db
    .insert(accounts)
    .values({ id, email, name, role, origin: 'entry', ...times })
    .onConflictDoNothing()
}

/** An action with its issue in a fake tracker. */
async function track(kind: keyof typeof fakes, options: Parameters<(typeof fakes)['jira']>[0] = {}) {
  const fake = fakes[kind]({ ...options, now: () => clock } as never)
  const connection = await connectFake(database.db, fake)
  const { id } = await addAction()
  await addIssueLink(by(owner), id, { connection_id: connection.id })
  return { fake, connection, id, store: fake.store }
}

const verify = { status: 'verified', recheck_on: '2026-06-01' } as const

/** A manager, and an action whose issue was closed by somebody with this in common with them. */
async function closedByAda(kind: keyof typeof fakes, common: 'address' | 'login' | 'name') {
  const ada = { ...testPerson('manager', `acc_ada_${kind}_${common}`), name: `Ada ${kind} ${common}` }
  await addAccount(ada)
  if (common === 'login') await database.db.update(accounts).set({ userName: 'Ada99' }).where(eq(accounts.id, ada.id))
  const editor = common === 'name' ? ada.name.toUpperCase() : 'ada99'
  const people = common === 'address' ? { [ada.email]: kind === 'gitlab' ? 7 : editor } : {}
  const { fake, connection, id, store } = await track(kind, { people } as never)
  await run(connection, 1)
  const [issue] = store.issues
  if (!issue) throw new Error('There is no issue.')
  store.edit(issue, { ...closed(fake), editor })
  await run(connection, 6)
  return { id, ada, done: await getImprovement(by(), id) }
}

test('an issue that was closed by a login is closed by the person of this user name', async () => {
  const { ada, done } = await closedByAda('github', 'login')
  expect(done).toMatchObject({ done_by: ada.email })
})

describe.each(kinds)('an issue in %s', (kind) => {
  test('is created from an action with its fields and a link back', async () => {
    const people = { [owner.email]: kind === 'gitlab' ? 7 : 'ines' }
    const { fake, connection, id, store } = await track(kind, { people } as never)
    expect(await linkOf(id)).toMatchObject({ status: 'creating', issue_key: null, synced_at: null })
    expect(await run(connection, 1)).toMatchObject({ written: 1, refused: 0 })
    const [issue] = store.issues
    expect(issue).toMatchObject({
      title: 'Rehearse upgrades',
      ...opened(fake),
      assignee: kind === 'gitlab' ? '7' : 'ines',
    })
    expect(JSON.stringify(issue?.text)).toContain('full')
    expect(JSON.stringify([issue?.text, issue?.properties])).toContain(id)
    if (kind !== 'github') expect(issue?.dueOn).toBe('2026-05-29')
    expect(await linkOf(id)).toMatchObject({
      status: 'linked',
      issue_key: { jira: 'OPS-1', github: 'acme/payments#1', gitlab: 'acme/platform/payments#1' }[kind],
      url: expect.stringContaining(`https://${kind}.example/`),
      error: null,
      synced_at: at(1).toISOString(),
    })
    expect(await run(connection, 3)).toMatchObject({ written: 0, updated: 0 })
    expect(store.issues).toHaveLength(1)
  })

  test('is created once although the response is lost', async () => {
    const { connection, id, store } = await track(kind)
    store.faults.losesResponse = () => true
    await expect(run(connection, 1)).rejects.toThrow('did not answer')
    expect(await linkOf(id)).toMatchObject({ status: 'creating', error: 'The tracker did not answer.' })
    store.faults.losesResponse = () => false
    await syncIssueLink(by(owner, 2), id, connection.id)
    await run(connection, 2)
    expect(await linkOf(id)).toMatchObject({ status: 'creating' })
    await updateImprovement(by(owner, 2), id, { title: 'Rehearse all upgrades' })
    await run(connection, 4)
    expect(await linkOf(id)).toMatchObject({ status: 'linked', error: null })
    expect(store.issues.map(({ title }) => title)).toEqual(['Rehearse all upgrades'])
  })

  test('is created once although two requests are lost and the search is late', async () => {
    const fake = fakes[kind]({ now: () => clock } as never)
    const { store } = fake
    let requests = 0
    const late: FakeTracker = {
      ...fake,
      respond(request) {
        const isCreation = request.method === 'POST' && request.url.pathname.endsWith('issues')
        if (isCreation || request.url.pathname.endsWith('/issue')) requests += 1
        if (requests === 1 && request.method === 'POST') throw new LostResponse()
        const isSearch = request.method === 'GET' && /\/(jql|issues)$/.test(request.url.pathname)
        if (!isSearch) return fake.respond(request)
        const hidden = store.issues.splice(0)
        store.issues.push(...hidden.filter(({ createdAt }) => clock - createdAt > 90_000))
        const response = fake.respond(request)
        store.issues.splice(0, store.issues.length, ...hidden)
        return response
      },
    }
    const connection = await connectFake(database.db, late)
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
    expect(await linkOf(id)).toMatchObject({ status: 'linked', error: null })
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
    expect(done.evidence).toMatch(/^Closed in Jira by Ines: |^Closed in Git(?:Hub|Lab) by Ines: /)
    expect(done.evidence).toContain((await linkOf(id))?.url)
    await expect(updateImprovement(by(owner, 7), id, verify)).rejects.toMatchObject({ code: 'conflict' })

    store.edit(issue, opened(fake))
    await run(connection, 12)
    expect(await getImprovement(by(), id)).toMatchObject({
      status: kind === 'jira' ? 'open' : 'in_progress',
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
    const { id, ada, done } = await closedByAda(kind, 'address')
    expect(done).toMatchObject({ done_by: ada.email, evidence: expect.stringContaining('by ada99:') })
    expect((await listVerifiers(database.db, id)).map(({ email }) => email)).not.toContain(ada.email)
    await expect(updateImprovement(by(ada, 7), id, verify)).rejects.toMatchObject({ code: 'conflict' })
    await updateImprovement(by(manager, 7), id, verify)
  })

  test('closed there under the name of a person is verified neither by them nor before somebody says who it was', async () => {
    const { id, ada, done } = await closedByAda(kind, 'name')
    expect(done).toMatchObject({ done_by: expect.stringContaining('“con-') })
    await expect(updateImprovement(by(ada, 7), id, verify)).rejects.toMatchObject({ code: 'conflict' })
    await expect(updateImprovement(by(manager, 7), id, verify)).rejects.toMatchObject({
      details: [{ field: 'closed_by', issue: expect.stringContaining(`“${ada.name.toUpperCase()}`) }],
    })
    await updateImprovement(by(manager, 7), id, { ...verify, closed_by: ada.email })
  })

  test('follows the action: fields and status', async () => {
    const { fake, connection, id, store } = await track(kind)
    await run(connection, 1)
    await updateImprovement(by(owner, 2), id, { title: 'Rehearse on a copy', target_date: '2026-06-30' })
    await updateImprovement(by(owner, 2), id, { status: 'done', evidence: 'Log' })
    await run(connection, 6)
    expect(store.issues[0]).toMatchObject({ title: 'Rehearse on a copy', ...closed(fake) })
    if (kind === 'github') expect(store.issues[0]?.text).toContain('Due 30 Jun')
    else expect(store.issues[0]?.dueOn).toBe('2026-06-30')
    await updateImprovement(by(manager, 7), id, { status: 'in_progress', reason: 'Only one of two' })
    await run(connection, 12)
    expect(store.issues[0]).toMatchObject({ status: fake.statuses[1] })
  })

  test('is linked without touching its text, and found however many others changed', async () => {
    const fake = fakes[kind]({ pageSize: 2, now: () => clock } as never)
    const connection = await connectFake(database.db, fake)
    for (let count = 0; count < 9; count++) fake.store.add({ title: `Other ${count}`, text: 'Mine', ...opened(fake) })
    const last = fake.store.issues.at(-1)
    const { id } = await addAction()
    const link = await addIssueLink(by(owner), id, {
      connection_id: connection.id,
      issue: kind === 'jira' ? 'ops-9' : `${fake.project}#9`,
    })
    expect(link).toMatchObject({ status: 'linked', issue_status: null })
    await run(connection, 1)
    await run(connection, 3)
    expect(await linkOf(id)).toMatchObject({ issue_status: kind === 'jira' ? 'To Do' : 'open', error: null })
    for (const issue of fake.store.issues) fake.store.edit(issue, closed(fake))
    expect(await run(connection, 8)).toMatchObject({ updated: 1 })
    expect(await getImprovement(by(), id)).toMatchObject({ status: 'done' })
    expect(last).toMatchObject({ title: 'Other 8', text: 'Mine' })
  })

  test('is reported when it is missing, and read again when somebody asks', async () => {
    const fake = fakes[kind]()
    const connection = await connectFake(database.db, fake)
    const { id } = await addAction()
    const issue = kind === 'jira' ? 'OPS-1' : `${fake.project}#1`
    await addIssueLink(by(owner), id, { connection_id: connection.id, issue })
    await run(connection, 1)
    expect(await linkOf(id)).toMatchObject({ status: 'failed', error: expect.stringContaining(issue) })
    fake.store.add(opened(fake))
    await syncIssueLink(by(owner, 2), id, connection.id)
    await run(connection, 2)
    expect(await linkOf(id)).toMatchObject({ status: 'linked', error: null })
    fake.store.issues.length = 0
    await syncIssueLink(by(owner, 3), id, connection.id)
    await run(connection, 3)
    expect(await linkOf(id)).toMatchObject({ status: 'gone', error: expect.stringContaining(issue) })
  })
})

async function setOptions(id: string, options: Partial<RepositoryOptions>) {
  const [row] = await database.db.select().from(connections).where(eq(connections.id, id))
  await database.db
    .update(connections)
    .set({ options: { ...row?.options, ...options } as RepositoryOptions })
    .where(eq(connections.id, id))
}

describe('links', () => {
  test.each(kinds)('only issues of the projects of a connection to %s can be linked', async (kind) => {
    const fake = fakes[kind]()
    const connection = await connectFake(database.db, fake)
    const { id } = await addAction()
    const issue = { jira: 'EVIL-100', github: 'attacker/private#100', gitlab: 'attacker/private#100' }[kind]
    await expect(addIssueLink(by(owner), id, { connection_id: connection.id, issue })).rejects.toMatchObject({
      details: [{ field: 'issue', issue: expect.stringContaining(`it has ${fake.project}`) }],
    })
    expect(await linkOf(id)).toBeUndefined()
  })

  test.each(kinds)(
    'an issue in %s that was closed before it was linked closes nothing until it is reopened',
    async (kind) => {
      const fake = fakes[kind]({ now: () => clock } as never)
      const connection = await connectFake(database.db, fake)
      const issue = fake.store.add({ title: 'Done long ago', ...closed(fake) })
      const { id } = await addAction()
      const key = kind === 'jira' ? 'OPS-1' : `${fake.project}#1`
      await addIssueLink(by(owner), id, { connection_id: connection.id, issue: key })
      const { writes } = fake.store
      for (const minutes of [1, 3]) await run(connection, minutes)
      await updateImprovement(by(owner, 4), id, { status: 'in_progress' })
      await run(connection, 5)
      expect(await getImprovement(by(), id)).toMatchObject({ status: 'in_progress', done_by: null })
      expect(await linkOf(id)).toMatchObject({ was_closed: true, issue_status: expect.any(String), error: null })
      expect(fake.store.writes).toBe(writes)
      fake.store.edit(issue, opened(fake))
      await run(connection, 10)
      expect(await linkOf(id)).toMatchObject({ was_closed: false })
      fake.store.edit(issue, closed(fake))
      await run(connection, 15)
      expect(await getImprovement(by(), id)).toMatchObject({ status: 'done' })
    },
  )

  test('names the fields that Jira does not accept, and writes the others', async () => {
    const { connection, id, store } = await track('jira', { hiddenFields: ['duedate'] })
    await run(connection, 1)
    expect(store.issues).toMatchObject([{ title: 'Rehearse upgrades', dueOn: null }])
    expect(await linkOf(id)).toMatchObject({ status: 'linked', refused_fields: ['due date'] })
  })

  test.each(['github', 'gitlab'] as const)('leads to no other host, whatever page %s names', async (kind) => {
    const fake = fakes[kind]({ now: () => clock })
    const lying: FakeTracker = {
      ...fake,
      respond(request) {
        const response = fake.respond(request)
        const json = JSON.stringify(response.body ?? null)
        return {
          ...response,
          body: JSON.parse(json.replaceAll(`https://${kind}.example/`, `https://${kind}.example.evil.org/`)),
        }
      },
    }
    const connection = await connectFake(database.db, lying)
    const { id } = await addAction()
    await addIssueLink(by(owner), id, { connection_id: connection.id })
    await run(connection, 1)
    expect(await linkOf(id)).toMatchObject({ status: 'linked', url: `https://${kind}.example` })
  })

  test.each(['github', 'gitlab'] as const)('keeps what people write around its part of a text in %s', async (kind) => {
    const { connection, id, store } = await track(kind)
    await run(connection, 1)
    const issue = store.issues[0]
    if (!issue) throw new Error('There is no issue.')
    store.edit(issue, { text: `See the log.\r\n\r\n${issue.text}\r\n\r\n- [ ] Book the room` })
    await updateImprovement(by(owner, 2), id, { target_date: '2026-06-30' })
    await run(connection, 6)
    expect(issue.text).toMatch(/^See the log\..*full.*- \[ \] Book the room$/s)
    if (kind === 'github') expect(issue.text).toContain('Due 30 Jun')
    await updateImprovement(by(owner, 7), id, { description: 'On two copies.' })
    await run(connection, 12)
    expect(issue.text).toMatch(/^See the log\..*On two copies\..*- \[ \] Book the room$/s)
    expect(issue.text).not.toContain('full')
    store.edit(issue, { text: 'Everything is different.' })
    await updateImprovement(by(owner, 13), id, { description: 'On three copies.', target_date: '2026-07-30' })
    await run(connection, 18)
    expect(issue.text).toMatch(/On three copies\..*Everything is different\.$/s)
  })

  test('does not write again and again where a tracker stores a title differently', async () => {
    const fake = fakes.github({ now: () => clock })
    const typographic: FakeTracker = {
      ...fake,
      respond({ body, ...request }) {
        const title = String(body.title).replace('--', '–')
        return fake.respond({ ...request, body: body.title === undefined ? body : { ...body, title } })
      },
    }
    const connection = await connectFake(database.db, typographic)
    const { id } = await addAction('Rehearse -- twice')
    await addIssueLink(by(owner), id, { connection_id: connection.id })
    await run(connection, 1)
    expect(fake.store.issues).toMatchObject([{ title: 'Rehearse – twice' }])
    const { writes } = fake.store
    await run(connection, 6)
    await updateImprovement(by(owner, 7), id, { priority: 'high' })
    await run(connection, 12)
    expect(fake.store.writes).toBe(writes)
  })

  test('stops with the reason when the tracker rejects the creation, until it is tried again', async () => {
    const fake = fakes.jira({ hiddenFields: ['summary'] })
    const connection = await connectFake(database.db, fake)
    const { id } = await addAction()
    await addIssueLink(by(owner), id, { connection_id: connection.id })
    expect(await run(connection, 1)).toMatchObject({ refused: 1 })
    const failed = { status: 'failed', error: expect.stringContaining('summary: cannot be set') }
    expect(await linkOf(id)).toMatchObject(failed)
    expect(await run(connection, 60)).toMatchObject({ refused: 0 })
    expect(await syncIssueLink(by(owner, 61), id, connection.id)).toMatchObject({ status: 'creating', error: null })
    await run(connection, 61)
    expect(await linkOf(id)).toMatchObject(failed)
  })

  test('creates one issue although the account may not see it, however often it is tried again', async () => {
    const fake = fakes.jira({ now: () => clock })
    let isHidden = true
    const hiding: FakeTracker = {
      ...fake,
      respond(request) {
        const isRead = request.method === 'GET' && request.url.pathname.includes('/issue/')
        return isHidden && isRead ? { status: 404, body: { errorMessages: ['No such issue'] } } : fake.respond(request)
      },
    }
    const connection = await connectFake(database.db, hiding)
    const { id } = await addAction()
    await addIssueLink(by(owner), id, { connection_id: connection.id })
    for (const minutes of [1, 4, 7]) {
      await run(connection, minutes)
      const error = expect.stringContaining('OPS-1, or does not show it')
      expect(await linkOf(id)).toMatchObject({ status: 'failed', issue_key: 'OPS-1', error })
      await syncIssueLink(by(owner, minutes), id, connection.id)
    }
    isHidden = false
    await run(connection, 8)
    expect(await linkOf(id)).toMatchObject({ status: 'linked', error: null })
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
    const events = await database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.entityId, id))
      .orderBy(auditEvents.id)
    expect(events.flatMap(({ changes }) => (changes.issue ? [changes.issue] : []))).toEqual([
      { from: null, to: expect.stringMatching(/^new in con-github/) },
      { from: 'new', to: null },
    ])
  })

  test('does not create without a project, and lists the issues of a review', async () => {
    const fake = fakes.gitlab()
    const connection = await connectFake(database.db, fake, { project: null })
    const { id } = await addAction()
    const create = addIssueLink(by(owner), id, { connection_id: connection.id })
    await expect(create).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('no project') })
    expect((await listIssueLinks(by(), id)).trackers).toEqual([])
    const link = { connection_id: connection.id, issue: 'acme/api#3' }
    await expect(addIssueLink(by(owner), id, link)).rejects.toThrow('Ask an admin to add acme/api to the connection')
    await setOptions(connection.id, { further_projects: ['Acme/API'] })
    await addIssueLink(by(owner), id, link)
    expect(await listReviewIssueLinks(by(), 'PIR-2026-0042')).toMatchObject([{ improvement_id: id }])
    await deleteImprovement(by(), id)
    expect(await database.db.select().from(issueLinks)).toEqual([])
  })
})
