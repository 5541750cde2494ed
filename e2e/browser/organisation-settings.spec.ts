import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { signIn } from '#e2e/support/sign-in.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test('an admin changes settings, which hold at once, and sees why a test fails', async ({
  page,
  context,
  onOwnServer,
}) => {
  expectConsoleErrors(page, /status of 400/)
  await onOwnServer(
    async ({ server }) => {
      await signIn(context, server.baseUrl, 'admin')
      await page.goto(`${server.baseUrl}/admin/settings`)

      const organisation = page.getByRole('form', { name: 'Organisation' })
      await organisation.getByLabel('Name').fill('Example Ltd')
      await organisation
        .getByLabel('Logo')
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
      await organisation.getByLabel('Public URL').fill('https://elsewhere.example')
      await organisation.getByRole('button', { name: 'Save' }).click()
      await expect(organisation.getByLabel('Public URL')).toHaveAccessibleDescription(/must be the URL at which you/)
      await organisation.getByLabel('Public URL').fill(server.baseUrl)
      await organisation.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('link', { name: 'Hindsight Example Ltd, start page' })).toBeVisible()
      await expect(organisation.getByLabel('Hour of the daily digest')).toBeDisabled()
      await expect(organisation.getByText('Set by HINDSIGHT_DIGEST_HOUR in the environment.')).toBeVisible()

      const mail = page.getByRole('region', { name: 'Mail' })
      await mail.getByLabel('Mail server').fill('127.0.0.1')
      await mail.getByLabel('Port').fill('1')
      await mail.getByLabel('Encryption').selectOption('None')
      await mail.getByLabel('Password').fill('between us')
      await mail.getByLabel('Sender').fill('hindsight@example.org')
      await mail.getByRole('button', { name: 'Save' }).click()
      await mail.getByRole('button', { name: 'Send a test mail' }).click()
      await expect(mail.getByRole('status')).toContainText('ECONNREFUSED 127.0.0.1:1')
      await expect(mail.getByLabel('Password')).toHaveValue('')

      const provider = page.getByRole('region', { name: 'Sign-in provider' })
      await expect(provider.getByText(`${server.baseUrl}/api/auth/callback/oidc`)).toBeVisible()
      await provider.getByLabel('Issuer').fill('http://127.0.0.1:1')
      await provider.getByLabel('Client ID').fill('hindsight')
      await provider.getByLabel('Client secret').fill('between us too')
      await provider.getByRole('button', { name: 'Save' }).click()
      await provider.getByRole('button', { name: 'Test the provider' }).click()
      await expect(provider.getByRole('status')).toContainText(
        'GET http://127.0.0.1:1/.well-known/openid-configuration',
      )
      const retention = page.getByRole('region', { name: 'Retention' })
      await retention.getByLabel('Days that notifications stay').fill('1')
      await expect(retention.getByRole('status')).toHaveText(/^With these days, the next night deletes the following/)
      await expectAccessible(page)

      await page.goto(`${server.baseUrl}/admin/history`)
      await expect(page.getByText(/changed the settings/).first()).toBeVisible()
    },
    { HINDSIGHT_DIGEST_HOUR: '6' },
  )
})
