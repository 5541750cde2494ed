import type { Page } from 'playwright/test'
import { fill } from '#e2e/lab/servicenow/fill.ts'
import { type HostileServiceNow, startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { makeSysId } from '#e2e/lab/servicenow/tables.ts'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import type { OwnServer } from '#e2e/support/own-server.ts'
import { signIn } from '#e2e/support/sign-in.ts'

const number = 'CHG0000001'
const changeId = makeSysId('change_request', 0)
const env = { HINDSIGHT_JOBS: 'on', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' }

/** Reloads the page until it shows the records that the jobs import. */
async function reloadUntil(page: Page, work: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.reload()
    await work()
  }).toPass()
}

async function addConnection(page: Page, instance: HostileServiceNow): Promise<void> {
  await page.getByRole('link', { name: 'New connection' }).first().click()
  await page.getByRole('link', { name: 'ServiceNow', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('prod')
  await page.getByRole('textbox', { name: 'URL' }).fill(instance.url)
  await page.getByLabel('Sign-in').selectOption('basic')
  await page.getByLabel('User name').fill(instance.account.user)
  await page.getByLabel('Secret').fill(instance.account.password)
  await page.getByLabel('Filter of change_request').fill('short_descriptionLIKEdisk')
  await page.getByLabel('Status, date and comments').check()
  await page.getByLabel('Maximum requests').fill('6000')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'prod' })).toBeVisible()
}

test('connects ServiceNow, checks it, maps a field, and resolves a conflict', async ({
  page,
  context,
  onOwnServer,
}) => {
  const instance = await startServiceNow({ zone: 'Europe/Berlin', readsQueriesInZone: true })
  fill(instance, { changes: 12, incidents: 4 })
  instance.writeRow('change_request', {
    sys_id: changeId,
    state: '0',
    type: 'normal',
    assigned_to: '',
    cab_recommendation: 'Go ahead with care',
  })
  instance.advance(300_000)
  const use = async ({ server: { baseUrl }, tokens }: OwnServer) => {
    await signIn(context, baseUrl, 'admin')
    await page.goto(`${baseUrl}/admin/connections`)
    await addConnection(page, instance)
    const connection = page.url()

    await page.getByRole('button', { name: 'Check' }).click()
    const check = page.getByRole('region', { name: 'Check' })
    await expect(check.getByText('queries are read at UTC+')).toBeVisible()
    await expect(check.getByText('a mistyped filter would fall away')).toBeVisible()
    const row = page.getByRole('row', { name: /change_request/ })
    await reloadUntil(page, () => expect(row).toContainText('12', { timeout: 5_000 }))
    await expectAccessible(page)
    await page.goto(`${baseUrl}/changes/${number}`)
    await expect(page.getByRole('link', { name: /ServiceNow \(prod\)/ })).toHaveAttribute(
      'href',
      new RegExp(`^${instance.url}/nav_to\\.do.*${changeId}$`),
    )

    await page.goto(connection)
    await page.getByRole('button', { name: 'Map change_request' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'change_request of prod.json' })).toBeVisible()
    await expect(page.getByText('Go ahead with care').first()).toBeVisible()

    const complete = (outcome: string) =>
      fetch(`${baseUrl}/api/itsm/v1/changes/${number}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${tokens.itsm.write}`, 'content-type': 'application/json' },
        body: JSON.stringify({ pir_completed: true, pir_outcome: outcome, pir_date: '2026-03-09' }),
      })
    const readRemote = () => instance.readRow('change_request', changeId)
    const runUntil = async (work: () => Promise<void>) => {
      await page.goto(connection)
      await page.getByRole('button', { name: 'Run now' }).click()
      await expect(page.getByText('prod is read within seconds')).toBeVisible()
      await reloadUntil(page, work)
    }
    expect((await complete('successful')).status).toBe(200)
    await runUntil(async () => expect(readRemote()?.review_status).toBe('Successful'))
    expect(readRemote()).toMatchObject({ review_date: '2026-03-09', review_comments: expect.stringContaining('PIR-') })

    instance.writeRow('change_request', { sys_id: changeId, review_comments: 'See the minutes of the CAB.' })
    expect((await complete('failed')).status).toBe(200)
    const writes = page.getByRole('region', { name: /^Writes/ })
    await runUntil(() => expect(writes.getByText('See the minutes of the CAB.')).toBeVisible({ timeout: 5_000 }))
    await expectAccessible(page)
    await writes.getByRole('button', { name: `Write ours: ${number}` }).click()
    await expect.poll(() => readRemote()?.review_comments).toContain('PIR-')
    await reloadUntil(page, () => expect(writes).toBeHidden({ timeout: 5_000 }))
  }
  try {
    await onOwnServer(use, env)
  } finally {
    await instance.stop()
  }
})
