import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { demoPassword } from '#server/demo/accounts.ts'

test('a new installation is set up in the browser, with the printed code', async ({ page, onEmptyServer }) => {
  expectConsoleErrors(page, /status of 400/)
  await onEmptyServer(async ({ server: { baseUrl, lines } }) => {
    const code = /^ {4}((?:\w{4}-){3}\w{4})$/m.exec(lines.join('\n'))?.[1] ?? ''
    for (const path of ['/', '/sign-in', '/changes', '/admin/accounts']) {
      await page.goto(`${baseUrl}${path}`)
      await expect(page).toHaveURL(`${baseUrl}/setup`)
    }
    await expectAccessible(page)

    await page.getByLabel('Code').fill('AAAA-AAAA-AAAA-AAAA')
    await page.getByLabel('Your name').fill('Ada Öberg')
    await page.getByLabel('E-mail').fill('ada@hindsight.example')
    await page.getByLabel('Password').fill('the rain in March falls mainly')
    await page.getByRole('button', { name: 'Create the first admin' }).click()
    await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/must be the code that Hindsight printed/)
    await expect(page.getByLabel('Your name')).toHaveValue('Ada Öberg')
    await page.getByLabel('Code').fill(code.toLowerCase())
    await page.getByRole('button', { name: 'Create the first admin' }).click()

    await expect(page).toHaveURL(`${baseUrl}/admin/setup`)
    await expect(page.getByRole('heading', { level: 1, name: 'First steps' })).toBeVisible()
    const steps = page.getByRole('region', { name: 'Steps' })
    const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name })
    await expect(step('Check URL and time zone').getByLabel('Done')).toBeVisible()
    await expect(step('Add public holidays').getByLabel('Open')).toBeVisible()

    await step('Add public holidays').getByRole('link').click()
    await page.getByRole('button', { name: 'Choose public holidays' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add public holidays' })
    await dialog.getByLabel('Country').selectOption('Germany')
    await dialog.getByLabel('Region').selectOption('Bayern')
    await dialog.getByRole('checkbox').first().uncheck()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: /^Add \d+$/ }).click()
    await expect(page.getByText(/holidays added/)).toBeVisible()

    await page.goto(`${baseUrl}/admin`)
    await expect(page).toHaveURL(`${baseUrl}/admin/setup`)
    await expect(step('Add public holidays').getByLabel('Done')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page).toHaveURL(`${baseUrl}/admin/settings`)
    await page.goto(`${baseUrl}/admin`)
    await expect(page).toHaveURL(`${baseUrl}/admin/accounts`)

    await page.goto(`${baseUrl}/admin/system`)
    const checks = page.getByRole('region', { name: 'Checks' })
    await expect(checks.getByText('No process runs jobs. ')).toBeVisible()
    await expect(checks.getByText('Start one with HINDSIGHT_JOBS=on.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Processes' }).getByRole('cell', { name: 'Off' })).toBeVisible()

    await page.goto(`${baseUrl}/settings`)
    await page.getByLabel('Your time zone').fill('Pacific/Auckland')
    await page.getByRole('button', { name: 'Save time zone' }).click()
    await expect(page.getByText('Time zone saved')).toBeVisible()
    await expect(page.getByText(/On business days at 07:00 \(Pacific\/Auckland\)/)).toBeVisible()

    await page.goto(`${baseUrl}/setup`)
    await expect(page.getByRole('heading', { name: 'Hindsight is set up' })).toBeVisible()
    await expectAccessible(page)
    const again = await page.request.post(`${baseUrl}/api/app/v1/setup`, {
      data: { code, name: 'Second', email: 'second@hindsight.example', password: 'the rain in March falls mainly' },
    })
    expect(again.status()).toBe(409)

    await page.context().clearCookies()
    await page.goto(`${baseUrl}/sign-in`)
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await expect(page.getByText('Demo accounts')).toBeHidden()
    expect(await page.content()).not.toContain(demoPassword)
  })
})
