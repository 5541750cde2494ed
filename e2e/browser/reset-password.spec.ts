import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addAccount } from '#e2e/support/own-account.ts'
import { withDatabase } from '#e2e/support/own-records.ts'
import { signInWith } from '#e2e/support/sign-in.ts'
import type { World } from '#e2e/support/world.ts'
import { createResetToken } from '#server/accounts/password-reset/reset-password.ts'
import { findAccount } from '#server/platform/auth/account-queries.ts'

/** Reads a mailed link from the outbox, because the servers under test send no mail. */
async function readLink(world: World, id: string): Promise<string> {
  const secret = readFileSync(join(world.dataDir, 'session-secret'), 'utf8')
  const account = await withDatabase(world, (db) => findAccount(db, id))
  if (!account) throw new Error(`There is no account ${id}.`)
  return `/sign-in/reset#${createResetToken(account, new Date(), secret)}`
}

test('a link sets a new password, once', async ({ page, world, baseURL, expectAccessible, expectConsoleErrors }) => {
  expectConsoleErrors(/status of 4(00|09)/)
  const home = baseURL ?? ''
  const person = await addAccount(home, 'viewer')
  const link = await readLink(world, person.id)
  await page.goto(link)
  const password = page.getByRole('textbox', { name: 'New password' })
  await password.fill('hindsight hindsight')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(password).toHaveAccessibleDescription(/must not be based on/)
  await expectAccessible()
  await password.fill('the rain in March falls mainly')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('status')).toContainText('Your password is changed')
  await expect(page).toHaveURL('/sign-in/reset')
  await expectAccessible()
  await signInWith(page.context().request, home, { ...person, password: 'the rain in March falls mainly' })

  await page.goto('/settings')
  await page.goto(link)
  await password.fill('another passphrase of mine')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('This link has expired or was used. Request a new one.')).toBeVisible()
})
