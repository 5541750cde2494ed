import { readFileSync } from 'node:fs'
import { fill } from '#e2e/lab/servicenow/fill.ts'
import { startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { makeSysId } from '#e2e/lab/servicenow/tables.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import type { OwnServer } from '#e2e/support/own-server.ts'
import { signIn } from '#e2e/support/sign-in.ts'
import { deployments } from '#server/schema/connections.ts'

const env = { HINDSIGHT_JOBS: 'on', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' }
const dayMs = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

test('an auditor asks whether the population is complete, and explains a deployment', async ({
  page,
  context,
  onOwnServer,
  expectAccessible,
}) => {
  const instance = await startServiceNow()
  fill(instance, { changes: 6, states: ['3'] })
  instance.writeRow('change_request', { sys_id: makeSysId('change_request', 2), short_description: '' })
  instance.advance(300_000)
  const use = async ({ server: { baseUrl }, signInAs, db }: OwnServer) => {
    const admin = await signInAs('admin')
    const url = `${baseUrl}/api/app/v1/connections`
    const added = await page.request.post(url, {
      headers: admin,
      data: {
        kind: 'servicenow',
        name: 'prod',
        url: instance.url,
        secret: instance.account.password,
        options: {
          sign_in: { method: 'basic', user: instance.account.user },
          tables: { change_request: {} },
          requests_per_minute: 6000,
        },
      },
    })
    expect(added.status(), await added.text()).toBe(201)
    const { id: connection } = await added.json()
    const readSource = async () => (await page.request.get(`${url}/${connection}`, { headers: admin })).json()
    await expect.poll(async () => (await readSource()).streams[0]?.completed_at ?? null).not.toBeNull()
    const startedAt = new Date(Date.now() - 2 * dayMs).toISOString()
    await db.insert(deployments).values({
      id: 'dpl_night',
      connectionId: 'con_none',
      remoteId: 'night',
      service: 'checkout-web',
      environment: 'production',
      isProduction: true,
      status: 'succeeded',
      facts: { title: 'Rebuild at night' },
      startedAt,
      endedAt: startedAt,
      eventAt: startedAt,
      changeNumber: 'DEP1',
      matchedBy: 'pipeline',
      updatedAt: startedAt,
    })

    await signIn(context, baseUrl, 'auditor')
    const made = await page.request.post(`${baseUrl}/api/app/v1/audits`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { name: 'Last days', from: dayBefore(4), to: dayBefore(0), method: 'random', size: 1 },
    })
    expect(made.status(), await made.text()).toBe(201)
    await page.goto(`${baseUrl}/insights/audits/${(await made.json()).id}`)
    const answer = page.getByRole('region', { name: 'Is the population complete?' })
    await expect(answer.getByText('2 sources gave no count.')).toBeVisible()
    await answer.getByRole('button', { name: 'Count at the source' }).click()
    await expect(answer.getByText('5 of 6 are stored.')).toBeVisible()
    await expect(answer.getByText('The source counts 6 changes')).toBeVisible()
    // The connection of the demo is paused.
    await expect(answer.getByText(/The source gave no count at .* is switched off\./)).toBeVisible()
    await answer.getByText('1 was refused.').click()
    await expect(answer.getByText(/^CHG0000003 title .* is empty/)).toBeVisible()
    await expectAccessible()

    const unexplained = answer.getByRole('listitem').filter({ hasText: 'Rebuild at night' }).last()
    await expect(unexplained).toContainText('No change authorised it. Unexplained.')
    await unexplained.getByRole('button', { name: /^Explain/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Explain the deployment' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByLabel('Explanation')).toBeFocused()
    await dialog.getByLabel('Explanation').fill('The standard change for nightly rebuilds covers it.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await answer.getByText(/ha(?:s|ve) none, and an explanation\./).click()
    await expect(answer.getByText('The standard change for nightly rebuilds covers it.')).toBeVisible()
    await expectAccessible()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      answer.getByRole('link', { name: 'Download reconciliation.csv' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('reconciliation.csv')
    const csv = readFileSync(await download.path(), 'utf8')
    expect(csv).toMatch(/,prod,connection,refused,,CHG0000003,.*is empty/)
    expect(csv).toMatch(/,prod,connection,counted,6,,.*,change_request: work_end>=/)
    await page.goto(`${baseUrl}/admin/history`)
    const history = page.getByRole('main')
    await expect(history.getByText(/downloaded reconciliation\.csv/).first()).toBeVisible()
    await expect(history.getByText(/counted 6 changes from/).first()).toBeVisible()
  }
  try {
    await onOwnServer(use, env)
  } finally {
    await instance.stop()
  }
})
