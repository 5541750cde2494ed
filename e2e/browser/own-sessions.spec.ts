import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

test('a person sees where they are signed in, and ends one session or all others', async ({
  page,
  signInElsewhere,
  signInAsOwn,
}) => {
  expectConsoleErrors(page, /status of 40[01]/)
  const person = await signInAsOwn('viewer')
  const elsewhere = async (userAgent: string) => {
    const { request } = await signInElsewhere(person, { userAgent })
    return { fetchStatus: async () => (await request.get('/api/app/v1/session')).status() }
  }
  const office = await elsewhere(firefox)
  const phone = await elsewhere(safari)
  await page.goto('/settings')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  const entries = sessions.getByRole('listitem')
  await expect(entries).toHaveCount(3)
  await expect(entries.first()).toContainText('This session')
  await expect(entries.filter({ hasText: 'Firefox on Windows' })).toContainText(
    /From 127\.0\.0\.1.*Signed in.*Last used/,
  )
  expect(await page.content()).not.toMatch(/ses_[\w-]{22}/)
  await expectAccessible(page)

  await sessions.getByRole('button', { name: 'End the session of Firefox on Windows' }).click()
  const dialog = page.getByRole('dialog', { name: 'End the session of Firefox on Windows?' })
  const proof = dialog.getByLabel('Current password')
  await expect(proof).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(proof).toHaveAccessibleDescription('Enter your current password')
  await proof.fill('not the password')
  await page.keyboard.press('Enter')
  await expect(proof).toHaveAccessibleDescription(/Enter your current password\./)
  expect(await office.fetchStatus()).toBe(200)
  await proof.fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Session ended')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(entries).toHaveCount(2)
  await expect.poll(office.fetchStatus).toBe(401)
  expect(await phone.fetchStatus()).toBe(200)

  await sessions.getByRole('button', { name: 'End all others' }).click()
  const question = page.getByRole('dialog', { name: 'End all other sessions?' })
  await question.getByLabel('Current password').fill(person.password)
  await question.getByRole('button', { name: 'End all others' }).click()
  await expect(page.getByText('All other sessions ended')).toBeVisible()
  await expect(entries).toHaveCount(1)
  await expect(sessions.getByRole('button')).toHaveCount(0)
  await expect.poll(phone.fetchStatus).toBe(401)
  await page.reload()
  await expect(entries).toHaveCount(1)
})
