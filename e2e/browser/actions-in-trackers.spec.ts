import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import type { OwnServer } from '#e2e/support/own-server.ts'
import { serveHttp } from '#e2e/support/resources.ts'
import { signIn } from '#e2e/support/sign-in.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { fakeJira } from '#server/connections/trackers/jira/testing-fake-jira.ts'
import { type FakeTracker, handle, LostResponse } from '#server/connections/trackers/testing-fake-tracker.ts'
import { optionsFor } from '#server/connections/trackers/testing-fakes.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { reviews } from '#server/schema/reviews.ts'

const env = { HINDSIGHT_JOBS: 'on', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Finds a review in progress of the demo's first reviewer. */
async function findReview(databaseUrl: string) {
  const { db, pool } = createDatabase(databaseUrl, { poolSize: 1 })
  try {
    const mine = and(eq(reviews.status, 'in_progress'), eq(reviews.reviewer, 'reviewer@hindsight.example'))
    const [review] = await db.select().from(reviews).where(mine).limit(1)
    if (!review) throw new Error('The demo has no review in progress.')
    return review
  } finally {
    await pool.end()
  }
}

/** Registers an action of a review, owned by the demo's second reviewer. */
async function addAction({ server, tokens }: OwnServer, source: string): Promise<Improvement> {
  const made = await fetch(`${server.baseUrl}/api/itsm/v1/improvements`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.itsm.write}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      title: 'Rehearse the upgrade on a copy',
      description: 'Measure how long it takes.',
      source_type: 'pir',
      source_ref: source,
      owner: 'reviewer2@hindsight.example',
      target_date: inDays(30),
    }),
  })
  expect(made.status).toBe(201)
  return (await made.json()) as Improvement
}

/** Returns a function that sends POST requests to the API of the pages as an admin. */
async function createAdminPost({ server, signInAs }: OwnServer) {
  const headers = { ...(await signInAs('admin')), 'content-type': 'application/json' }
  return async (path: string, body: object = {}) => {
    const url = `${server.baseUrl}/api/app/v1${path}`
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.status, await response.clone().text()).toBeLessThan(300)
    return response.json()
  }
}

type ServedTracker = { readonly url: string; readonly fake: FakeTracker; close(): Promise<void> }

/** Serves a fake tracker on a free loopback port. */
async function serveTracker(create: (origin: string) => FakeTracker): Promise<ServedTracker> {
  const served: { fake?: FakeTracker } = {}
  const { url, close } = await serveHttp(async (request, response) => {
    try {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
      const {
        status,
        headers = {},
        body,
      } = handle(served.fake as FakeTracker, {
        method: request.method ?? 'GET',
        url,
        headers: { authorization: request.headers.authorization },
        body: await readBody(request),
      })
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    } catch (error) {
      if (!(error instanceof LostResponse)) throw error
      request.socket.destroy()
    }
  })
  const fake = create(url)
  served.fake = fake
  return { url, fake, close }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return {}
  return (await json(request)) as Record<string, unknown>
}

test('an action becomes an issue in Jira, is closed in Jira, and waits for verification', async ({
  page,
  context,
  onOwnServer,
}) => {
  expectConsoleErrors(page, /status of 400/)
  const { url, fake, close } = await serveTracker(() =>
    fakeJira({ people: { 'ines.marchetti@hindsight.example': 'Ines Marchetti' } }),
  )
  try {
    await onOwnServer(async (ownServer) => {
      const { baseUrl } = ownServer.server
      const post = await createAdminPost(ownServer)
      const connection = { kind: 'jira', name: 'operations', url, options: optionsFor(fake), secret: 'token' }
      const { id } = await post('/connections', connection)
      const { steps } = await post(`/connections/${id}/check`)
      expect(steps.map(({ status }: { status: string }) => status)).toEqual(Array(5).fill('ok'))
      const review = await findReview(ownServer.databaseUrl)
      const action = await addAction(ownServer, review.reference)

      await signIn(context, baseUrl, 'reviewer')
      await page.goto(`${baseUrl}/improvements/${action.id}`)
      const issues = page.getByRole('region', { name: 'Issues' })
      await issues.getByRole('button', { name: 'Add an issue' }).click()
      await issues.getByLabel('Link an existing issue').check()
      await issues.getByRole('textbox', { name: 'Issue' }).fill('https://elsewhere.example/browse/OPS-1')
      await issues.getByRole('button', { name: 'Link issue' }).click()
      await expect(issues.getByRole('textbox', { name: 'Issue' })).toHaveAccessibleDescription(/must be the key/)
      await expectAccessible(page)
      await issues.getByLabel('Create a new issue in OPS').check()
      fake.store.faults.limited = 1
      await issues.getByRole('button', { name: 'Create issue' }).click()

      await expect(issues.getByRole('link', { name: 'OPS-1' })).toHaveAttribute('href', `${url}/browse/OPS-1`)
      await expect(issues.getByText('To Do')).toBeVisible()
      expect(fake.store.issues).toMatchObject([{ title: action.title, dueOn: action.target_date }])
      await expectAccessible(page)

      const [issue] = fake.store.issues
      if (!issue) throw new Error('There is no issue.')
      fake.store.edit(issue, { status: 'Done', editor: 'Ines Marchetti' })
      await page.goto(`${baseUrl}/improvements/${action.id}`)
      // Repeats the click, because one is lost while the scripts of the page are still loading.
      await expect(async () => {
        const sent = page.waitForRequest((request) => request.method() === 'POST', { timeout: 5_000 })
        await issues.getByRole('button', { name: 'Synchronize OPS-1 now' }).click()
        await (await sent).response()
      }).toPass()
      await expect(async () => {
        await page.reload()
        await expect(page.getByText(/Waiting for verification by/)).toBeVisible({ timeout: 5_000 })
      }).toPass()
      await expect(page.getByRole('region', { name: 'Evidence' })).toContainText(
        'Closed in Jira by Ines Marchetti: OPS-1',
      )

      await issues.getByRole('button', { name: 'Unlink OPS-1' }).click()
      await expect(issues.getByRole('button', { name: 'Add an issue' })).toBeVisible()
      expect(fake.store.issues).toMatchObject([{ status: 'Done' }])
    }, env)
  } finally {
    await close()
  }
})
