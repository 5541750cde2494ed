import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { signInWith } from '#e2e/support/sign-in.ts'

test('a person chooses their own password, and every session ends', async ({
  page,
  signInAsOwn,
  signInElsewhere,
  baseURL,
}) => {
  expectConsoleErrors(page, /status of 40[01]/)
  const home = baseURL ?? ''
  const person = await signInAsOwn('viewer')
  const other = await signInElsewhere(person)
  await page.goto('/settings')
  const form = page.getByRole('form', { name: 'Password' })
  await expect(form.getByText('Your password was set by an administrator')).toBeVisible()
  await form.getByLabel('Current password').fill('not the password')
  await form.getByLabel('New password').fill('Password1234')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByLabel('New password')).toHaveAccessibleDescription(/among leaked passwords/)
  await form.getByLabel('New password').fill('the rain in March')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByLabel('Current password')).toHaveAccessibleDescription(/Enter your current password\./)
  await expectAccessible(page)
  for (const label of ['Current password', 'New password']) {
    await expect(form.getByLabel(label)).toHaveAttribute('type', 'password')
  }

  await form.getByLabel('Current password').fill(person.password)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect.poll(async () => (await other.request.get('/api/app/v1/session')).status()).toBe(401)
  await signInWith(page.context().request, home, { ...person, password: 'the rain in March' })
  await page.goto('/settings')
  await expect(form).toBeVisible()
  await expect(form.getByText('Your password was set by an administrator')).toBeHidden()
})
