import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { addSender, readOwnEvents, senderSecret } from '#e2e/support/own-sender.ts'
import { insertChange } from '#server/reviews/testing.ts'

test('a manager requires the review of one unrecorded change and dismisses another', async ({ page, signInAs }) => {
  const word = ownWord()
  const number = `CHG${Date.now()}`
  await withDatabase((db) => insertChange(db, number, { affectedServices: [word], actualStart: null, actualEnd: null }))
  await signInAs('admin')
  const sender = await addSender(page.request, 'json')
  const send = async (id: string, status: string, at: string, title: string, change = '') => {
    const response = await page.request.post(`/api/events/v1/${sender}`, {
      headers: { authorization: `Bearer ${senderSecret}` },
      data: {
        id,
        status,
        at,
        title,
        change,
        service: word,
        environment: 'production',
        url: 'https://ci.example/run/1',
      },
    })
    expect(response.status()).toBe(202)
  }
  await send('1', 'running', '2026-03-01T02:03:00Z', 'Raise the timeout', number)
  await send('1', 'success', '2026-03-01T02:09:00Z', 'Raise the timeout', number)
  await send('2', 'failed', '2026-03-02T02:09:00Z', 'Hotfix at night')
  await send('3', 'success', '2026-03-03T02:09:00Z', 'Restart of the pods')
  await send('4', 'dunno', '2026-03-03T02:09:00Z', 'Unreadable')
  await readOwnEvents()
  await page.goto('/admin/connections')
  await page.getByRole('link', { name: sender }).click()
  const events = page.getByRole('region', { name: 'Last events' })
  await expect(events.getByRole('row', { name: /Failed/ })).toContainText('"dunno" is not the status of a deployment')
  await expect(events.getByRole('row', { name: /Read Deployment/ }).first()).toBeVisible()
  await expectAccessible(page)
  await events.getByRole('button', { name: /^Try again/ }).click()
  await expect(events.getByRole('row', { name: /Waiting/ })).toBeVisible()

  await signInAs('manager')
  await page.goto(`/changes/${number}`)
  const deployments = page.getByRole('region', { name: 'Deployments' })
  await expect(deployments).toContainText(`Deployed by ${sender}`)
  await expect(deployments).toContainText('The deployment names this change.')
  await expect(deployments).toContainText('Succeeded')
  await expect(page.getByRole('region', { name: 'History' })).toContainText(sender)
  await expectAccessible(page)

  await page.goto('/changes')
  await page.getByRole('link', { name: /unrecorded changes?$/ }).click()
  await expect(page.getByRole('heading', { name: 'Unrecorded changes' })).toBeVisible()
  await page.goto(`/changes/unrecorded?service=${word}`)
  const findRow = (title: string) => page.getByRole('row', { name: title })
  await expect(findRow('Hotfix at night')).toContainText('Failed')
  await expectAccessible(page)

  await findRow('Restart of the pods')
    .getByRole('button', { name: /^Dismiss/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Dismiss/ })
  await dialog.getByLabel('Reason').fill('The same version again.')
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expect(findRow('Restart of the pods')).toBeHidden()

  await findRow('Hotfix at night').getByRole('link', { name: 'Hotfix at night' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hotfix at night')
  await expect(deployments).toContainText('No change authorised it')
  await deployments.getByRole('button', { name: /^Require a review/ }).click()
  await expect(deployments.getByRole('button', { name: /^Dismiss/ })).toBeHidden()
  await expectAccessible(page)
  await page.goto(`/changes/unrecorded?service=${word}`)
  await expect(page.getByText('No unrecorded changes match these filters')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/changes?query=${encodeURIComponent(`affected_services = ${word} AND review_status != none`)}`)
  await page.getByRole('link', { name: /Hotfix at night/ }).click()
  await expect(page.getByRole('region', { name: 'Review', exact: true })).toContainText(
    'Implemented without authorization',
  )
})
