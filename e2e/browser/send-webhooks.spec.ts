import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'svix'
import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import type { OwnServer } from '#e2e/support/own-server.ts'
import { signIn } from '#e2e/support/sign-in.ts'

const env = { HINDSIGHT_JOBS: 'on', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' }

test('adds a webhook, tests it, follows an event that fails at first, and sends it again', async ({
  page,
  context,
  onOwnServer,
}) => {
  // The service refuses the invalid filter.
  expectConsoleErrors(page, /400/)
  const received: { headers: Record<string, string>; body: string }[] = []
  let status = 204
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(parts).toString() })
      response.writeHead(status).end('thanks')
    })
  }).listen(0, '127.0.0.1')
  const listTypes = () => received.map(({ body }) => JSON.parse(body).type)

  const use = async ({ server: { baseUrl }, tokens }: OwnServer) => {
    const putChange = async () => {
      const response = await fetch(`${baseUrl}/api/itsm/v1/changes/CHG0990001`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${tokens.itsm.write}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Certificate rotation', state: 'new', risk: 'high' }),
      })
      expect(response.status).toBe(201)
    }
    await signIn(context, baseUrl, 'admin')
    await page.goto(`${baseUrl}/admin/webhooks`)
    await page.getByRole('button', { name: 'New webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Pipeline')
    await dialog
      .getByRole('textbox', { name: 'URL' })
      .fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`)
    const kind = (label: string) => dialog.locator('details').filter({ hasText: label })
    await dialog.getByText('Review all').click()
    await kind('Review all').getByLabel('All, also of later versions').uncheck()
    await dialog.getByText('Change none').click()
    await kind('Change none').getByLabel('Created', { exact: true }).check()
    await dialog.getByLabel('Only records that match').fill('risk = purple')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await expect(dialog.getByText('is no filter of the fields of changes')).toBeVisible()
    await dialog.getByLabel('Only records that match').fill('risk = high')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('link', { name: 'Pipeline' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await expect(page.getByText('The test was delivered')).toBeVisible()
    expect(listTypes()).toEqual(['webhook.test'])

    status = 500
    await putChange()
    await expect.poll(listTypes).toContain('change.created')
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('Failing', { exact: true })).toBeVisible({ timeout: 5_000 })
    }).toPass()
    status = 204
    const row = page.getByRole('row', { name: /change\.created/ })
    await expect(async () => {
      await page.reload()
      await expect(row.getByText('Delivered')).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Given up' }).click()
    await expect(page.getByText('There are no such deliveries.')).toBeVisible()
    await page.getByRole('button', { name: 'Send again…' }).click()
    await expect(dialog.getByLabel('Until')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('0 deliveries queued again')).toBeVisible()
    await page.getByRole('link', { name: 'Delivered' }).click()

    await row.getByRole('link', { name: 'change.created' }).click()
    await expect(page.getByText('It answered 500.')).toBeVisible()
    await expectAccessible(page)
    const sent = received.length
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => received.length).toBeGreaterThan(sent)
    const [first, ...others] = received.filter(({ body }) => body.includes('change.created'))
    for (const { headers } of others) expect(headers['webhook-id']).toBe(first?.headers['webhook-id'])
    for (const { headers, body } of received) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
  }
  try {
    await onOwnServer(use, env)
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
})
