import ICAL from 'ical.js'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addAccount } from '#e2e/support/own-account.ts'
import { ownWord } from '#e2e/support/own-records.ts'
import { recordLinkSecret } from '#e2e/support/recorded-secrets.ts'
import { signInWith } from '#e2e/support/sign-in.ts'

test('a person subscribes to the changes of a service, replaces the URL and revokes it', async ({
  page,
  baseURL,
  expectAccessible,
}) => {
  const home = baseURL ?? ''
  const service = ownWord()
  const person = await addAccount(home, 'viewer')
  await signInWith(page.context().request, home, person)
  await page.goto('/settings')
  const card = page.getByRole('region', { name: 'Calendars' })
  await expect(card).toContainText('No calendars yet.')
  await card.getByRole('button', { name: 'New calendar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Changes of a service/ }).check()
  await dialog.getByRole('combobox', { name: 'Service' }).fill(service)
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Create calendar' }).click()
  const copyUrl = async () => {
    const shown = page.getByRole('dialog', { name: `URL of “Changes of ${service}”` })
    await expect(shown).toBeVisible()
    await expectAccessible()
    const url = (await shown.getByText(/^http.*\/calendar\.ics$/).textContent()) ?? ''
    recordLinkSecret(url)
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(shown).toBeHidden()
    expect(await page.content()).not.toContain(url)
    return url
  }
  const first = await copyUrl()

  // Reads like a calendar program, without a session.
  const read = await fetch(first)
  expect([read.status, read.headers.get('content-type'), read.headers.get('cache-control')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'private, no-cache',
  ])
  const calendar = new ICAL.Component(ICAL.parse(await read.text()))
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(`Changes of ${service}`)
  const again = await fetch(first, { headers: { 'if-none-match': read.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)

  await page.reload()
  await expect(card.getByRole('listitem')).toContainText(/Last read .*now/)
  await card.getByRole('button', { name: `New URL of Changes of ${service}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create new URL' }).click()
  const second = await copyUrl()
  const statuses = () => Promise.all([first, second].map(async (url) => (await fetch(url)).status))
  expect(await statuses()).toEqual([404, 200])

  await card.getByRole('button', { name: `Revoke Changes of ${service}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Calendar revoked')).toBeVisible()
  await expect(card).toContainText('No calendars yet.')
  expect(await statuses()).toEqual([404, 404])
})
