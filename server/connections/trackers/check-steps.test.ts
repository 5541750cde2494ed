import { describe, expect, test } from 'vitest'
import { getTracker, trackerKinds } from '#server/connections/all-kinds.ts'
import type { FakeResponse, FakeTracker } from './testing-fake-tracker.ts'
import { createFake, trackerFor } from './testing-fakes.ts'

/** A fake tracker that answers some paths differently. */
const answering = (fake: FakeTracker, answers: Readonly<Record<string, FakeResponse>>): FakeTracker => ({
  ...fake,
  respond: (request) =>
    answers[request.url.pathname.slice(getTracker(fake.kind).keyFormat.apiPath.length)] ?? fake.respond(request),
})
const check = (fake: FakeTracker, options: object = {}) => trackerFor(fake, options).check()
const step = async (steps: ReturnType<typeof check>, name: string) => (await steps).find((each) => each.name === name)

describe.each(trackerKinds)('the check of %s', (kind) => {
  test('finds everything in order', async () => {
    const steps = await check(createFake(kind))
    expect(steps.map(({ status }) => status)).toEqual(steps.map(() => 'ok'))
    expect(steps[0]?.message).toMatch(/^Signed in as /)
    expect(steps.at(-1)?.message).toMatch(/is done/)
  })

  test('allows a connection without a project, which can only link', async () => {
    const steps = await check(createFake(kind), { project: null })
    expect(steps.at(-1)).toMatchObject({ status: 'warning', message: expect.stringContaining('linked') })
  })
})

describe('the check of Jira', () => {
  const jira = () => createFake('jira')

  test('names missing permissions', async () => {
    const permissions = { CREATE_ISSUES: { havePermission: true }, BROWSE_PROJECTS: { havePermission: true } }
    const fake = answering(jira(), { '/mypermissions': { status: 200, body: { permissions } } })
    expect(await step(check(fake), 'Permissions')).toMatchObject({
      status: 'failed',
      message: 'The account lacks: Edit Issues, Transition Issues, Assign Issues.',
    })
  })

  test('names statuses that follow from their category, those that do not exist, and a missing issue type', async () => {
    const mapped = { statuses: { 'To Do': 'open', Done: 'done' } }
    expect(await step(check(jira(), mapped), 'Statuses')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('By their category: In Progress.'),
    })
    expect(await step(check(jira(), { statuses: { Finished: 'done' } }), 'Statuses')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('does not have: Finished'),
    })
    expect(await step(check(jira(), { statuses: { done: 'open' } }), 'Statuses')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('No status means done'),
    })
    expect(await step(check(jira(), { issue_type: 'Story' }), 'Statuses')).toMatchObject({
      status: 'failed',
      advice: 'Choose one of Task.',
    })
  })
})

test.each([
  [{ message: 'Validation Failed', errors: ['Issues are locked'] }, 'Validation Failed; Issues are locked'],
  [{ errorMessages: ['No such project'], errors: { project: 'is archived' } }, 'No such project; project: is archived'],
  [{ message: { title: ['is too long'] } }, '{"title":["is too long"]}'],
  [{ error: '404 Project Not Found' }, '404 Project Not Found'],
])('says why a tracker rejected a request with %j', async (body, reason) => {
  const fake = { ...createFake('github'), respond: () => ({ status: 422, body }) }
  expect((await check(fake))[0]?.message).toBe(`GitHub rejected the request (422): ${reason}.`)
})
