import { createHmac } from 'node:crypto'
import type { APIRequestContext } from 'playwright/test'
import { fill } from '#e2e/lab/servicenow/fill.ts'
import { type HostileServiceNow, startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { makeSysId, wallTime } from '#e2e/lab/servicenow/tables.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import type { OwnServer } from '#e2e/support/own-server.ts'
import { signIn } from '#e2e/support/sign-in.ts'
import { takeReview } from '#e2e/support/take-review.ts'

const hour = 3_600_000
const number = 'CHG0000001'
const changeId = makeSysId('change_request', 0)
const incidentId = makeSysId('incident', 0)
const service = 'Service 0'
const secret = 'the-secret-of-the-senders'

/** Writes a change that is being implemented, and an incident of the service desk. */
function plan(instance: HostileServiceNow): void {
  const at = (ago: number) => wallTime(instance.now() - ago * hour)
  const business_service = makeSysId('cmdb_ci_service', 0)
  instance.writeRow('change_request', {
    sys_id: changeId,
    state: '-1',
    type: 'standard',
    risk: '4',
    business_service,
    assigned_to: '',
    start_date: at(4),
    end_date: at(1),
    work_start: '',
    work_end: '',
    implementation_plan: '',
  })
  instance.writeRow('incident', {
    sys_id: incidentId,
    state: '6',
    priority: '3',
    business_service,
    caused_by: '',
    opened_at: at(2),
    resolved_at: at(1.5),
    short_description: 'Orders are slow',
  })
  instance.advance(5 * 60_000)
}

async function addConnections(request: APIRequestContext, baseUrl: string, instance: HostileServiceNow) {
  const add = async (connection: object) => {
    const response = await request.post(`${baseUrl}/api/app/v1/connections`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: connection,
    })
    expect(response.status(), await response.text()).toBe(201)
    return (await response.json()).id as string
  }
  const { user, password } = instance.account
  const options = {
    sign_in: { method: 'basic', user },
    tables: { change_request: {}, incident: {} },
    requests_per_minute: 6000,
    writes: { review: true, caused_by: true, work_note: true },
  }
  const url = 'https://api.github.com'
  await add({ kind: 'github', name: 'pipeline', url, signing_secret: secret, options: { services: { shop: service } } })
  await add({ kind: 'alertmanager', name: 'alerts', signing_secret: secret })
  return add({ kind: 'servicenow', name: 'prod', url: instance.url, secret: password, options })
}

/** Sends the events of a deployment that started two and a half hours ago and took a quarter of an hour. */
async function deploy(request: APIRequestContext, baseUrl: string): Promise<void> {
  const time = (ago: number) => new Date(Date.now() - ago * hour).toISOString()
  const deployment = {
    id: 1,
    sha: '0a1b2c',
    ref: `release/${number}`,
    environment: 'production',
    created_at: time(2.6),
    description: 'Deploy the shop',
    payload: { change: number },
  }
  const send = async (state: string, at: string) => {
    const repository = { name: 'shop', full_name: 'example/shop', html_url: 'https://github.com/example/shop' }
    const data = JSON.stringify({ deployment, deployment_status: { state, created_at: at }, repository })
    const signature = createHmac('sha256', secret).update(data).digest('hex')
    const response = await request.post(`${baseUrl}/api/events/v1/pipeline`, {
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'deployment_status',
        'x-github-delivery': `delivery ${state}`,
        'x-hub-signature-256': `sha256=${signature}`,
      },
      data,
    })
    expect(response.status()).toBe(202)
  }
  // The end arrives before the start.
  await send('success', time(2.25))
  await send('in_progress', time(2.5))
  await send('inactive', time(0.1))
}

/** Sends an alert of the service during its deployment. */
async function alert(request: APIRequestContext, baseUrl: string): Promise<void> {
  const startsAt = new Date(Date.now() - 2.4 * hour).toISOString()
  const labels = { alertname: 'HighErrorRate', service, severity: 'critical' }
  const annotations = { summary: 'Errors of the shop' }
  const response = await request.post(`${baseUrl}/api/events/v1/alerts`, {
    headers: { authorization: `Bearer ${secret}` },
    data: {
      version: '4',
      groupKey: '{}:{alertname="HighErrorRate"}',
      status: 'firing',
      receiver: 'hindsight',
      groupLabels: labels,
      commonLabels: labels,
      commonAnnotations: annotations,
      externalURL: '',
      alerts: [{ status: 'firing', labels, annotations, startsAt, endsAt: '', fingerprint: 'f1', generatorURL: '' }],
    },
  })
  expect(response.status()).toBe(202)
}

test('follows a change from its deployment through its incidents to the review and back into ServiceNow', async ({
  page,
  context,
  onOwnServer,
  expectConsoleErrors,
}) => {
  // The page is requested before the change has arrived.
  expectConsoleErrors(/404/)
  const instance = await startServiceNow()
  fill(instance, { changes: 1, incidents: 1 })
  plan(instance)
  const use = async ({ server: { baseUrl } }: OwnServer) => {
    await signIn(context, baseUrl, 'admin')
    const id = await addConnections(context.request, baseUrl, instance)
    const run = () =>
      context.request.post(`${baseUrl}/api/app/v1/connections/${id}/run`, {
        headers: { 'sec-fetch-site': 'same-origin' },
      })
    const shown = async (work: () => Promise<void>) =>
      expect(async () => {
        await page.goto(`${baseUrl}/changes/${number}`)
        await work()
      }).toPass()
    await shown(() => expect(page.getByText('Implement', { exact: true }).first()).toBeVisible({ timeout: 5_000 }))

    await deploy(context.request, baseUrl)
    await alert(context.request, baseUrl)
    const deployments = page.getByRole('region', { name: 'Deployments' })
    await shown(() => expect(deployments).toContainText('Succeeded', { timeout: 5_000 }))

    // The implementer closes the change in ServiceNow, without its times.
    instance.writeRow('change_request', { sys_id: changeId, state: '0' })
    instance.advance(5 * 60_000)
    await run()
    const main = page.getByRole('main')
    await shown(() => expect(main.getByText('Review', { exact: true }).first()).toBeVisible({ timeout: 5_000 }))
    // The empty fields in ServiceNow do not overwrite the times that the pipeline reported.
    await expect(main.getByRole('row', { name: /^Length/ })).toContainText(/1[45] minutes/)
    await page.getByRole('link', { name: /^Start the review/ }).click()
    await page.getByRole('button', { name: 'Start the review' }).click()
    await takeReview(page)

    await run()
    const readRemote = () => instance.readRow('change_request', changeId)
    await expect.poll(() => readRemote()?.review_status).toBe('Successful with issues')
    await expect.poll(() => instance.readRow('incident', incidentId)?.caused_by).toBe(changeId)
    expect(readRemote()?.review_comments).toContain('Locks of the nightly job.')
  }
  try {
    await onOwnServer(use, { HINDSIGHT_JOBS: 'on', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' })
  } finally {
    await instance.stop()
  }
})
