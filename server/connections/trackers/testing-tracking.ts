import { eq } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { testContext, testNow, testPerson } from '#server/platform/runtime/testing-context.ts'
import { insertAccount, newAction } from '#server/reviews/testing.ts'
import { accounts } from '#server/schema/access.ts'
import { connections, issueLinks } from '#server/schema/connections.ts'
import { addIssueLink } from './link-commands.ts'
import { listIssueLinks } from './queries.ts'
import type { FakeOptions, FakeTracker } from './testing-fake-tracker.ts'
import { connectFake, createFake } from './testing-fakes.ts'

export const owner = testPerson('reviewer', 'acc_ines')
export const manager = testPerson('manager')
export const at = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000)
export const closed = ({ statuses }: FakeTracker) => ({ status: statuses[2] ?? '' })
export const opened = ({ statuses }: FakeTracker) => ({ status: statuses[0] ?? '' })
export const verify = { status: 'verified', recheck_on: '2026-06-01' } as const

/** Provides a database for a test file, without connections and links before each test, and functions that use it. */
export function provideTracking() {
  const database = provideTestRuntime({ empty: [connections, issueLinks] })
  let clock = testNow.getTime()
  beforeEach(async () => {
    clock = testNow.getTime()
  })

  const by = (actor = manager, minutes = 0) => testContext(database.db, actor, at(minutes))

  const addAction = (title = 'Rehearse upgrades') =>
    createImprovement(by(), newAction('PIR-2026-0042', { title, description: 'On a *full* copy.', owner: owner.email }))

  const run = (connection: Awaited<ReturnType<typeof connectFake>>, minutes: number) => {
    clock = at(minutes).getTime()
    return connection.run(at(minutes))
  }

  const addAccount = (person: typeof owner) => insertAccount(database.db, person)

  /** Creates an action with its issue in a new fake tracker. */
  const track = (kind: string, options: FakeOptions = {}) =>
    trackFake(createFake(kind, { ...options, now: () => clock }))

  /** Creates an action with its issue in a fake tracker that uses the time of the tests. */
  async function trackFake(fake: FakeTracker) {
    const connection = await connectFake(database.db, fake)
    const { id } = await addAction()
    await addIssueLink(by(owner), id, { connection_id: connection.id })
    return { fake, connection, id, store: fake.store }
  }

  /** Creates a manager, and an action whose issue was closed by a person who shares the given identifier with them. */
  async function closeAsAda(kind: string, common: 'email' | 'login' | 'name') {
    const ada = { ...testPerson('manager', `acc_ada_${kind}_${common}`), name: `Ada ${kind} ${common}` }
    await addAccount(ada)
    if (common === 'login') await database.db.update(accounts).set({ userName: 'Ada99' }).where(eq(accounts.id, ada.id))
    const editor = common === 'name' ? ada.name.toUpperCase() : 'ada99'
    const people = common === 'email' ? { [ada.email]: editor } : {}
    const { fake, connection, id, store } = await track(kind, { people })
    await run(connection, 1)
    const [issue] = store.issues
    if (!issue) throw new Error('There is no issue.')
    store.edit(issue, { ...closed(fake), editor })
    await run(connection, 6)
    return { id, ada, done: await getImprovement(by(), id) }
  }

  return {
    database,
    /** The time of the fake trackers, which is that of the last run. */
    get clock() {
      return clock
    },
    by,
    addAction,
    addAccount,
    run,
    track,
    trackFake,
    closeAsAda,
    readLink: async (id: string) => (await listIssueLinks(by(), id)).result[0],
  }
}
