import type { Locator } from 'playwright/test'
import { expect, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { actionsPath, getStatusButton, inDays, register, row } from '#e2e/support/own-actions.ts'

test('finds what is overdue and what is done', async ({ page, request, tokens, signInAs }) => {
  const { path } = await register(request, tokens.itsm.write, [
    { title: 'Late by five', target_date: inDays(-5) },
    { title: 'Soon', target_date: inDays(3), category: 'monitoring' },
    { title: 'Later' },
    { title: 'Carried out', target_date: inDays(-9), status: 'done' },
  ])
  await signInAs('reviewer')
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Improvements' })).toBeVisible()
  await expect(row(page, 'Late by five')).toContainText('5 d overdue')
  await expect(row(page, 'Soon')).toContainText('in 3 d')
  await expect(page.getByText('1–3 of 3 actions')).toBeVisible()
  await expect(page.getByRole('link', { name: 'To do 3' })).toHaveAttribute('aria-current', 'page')

  await page.getByRole('link', { name: 'Overdue 1' }).click()
  await expect(page).toHaveURL(/due=overdue/)
  await expect(page.getByText('1 action', { exact: true })).toBeVisible()
  await expect(row(page, 'Late by five')).toBeVisible()

  await page.getByRole('link', { name: 'Done 1' }).click()
  await expect(row(page, 'Carried out')).toBeVisible()
  await expect(row(page, 'Carried out')).not.toContainText('overdue')

  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page.getByText('1–4 of 4 actions')).toBeVisible()

  await page.getByRole('button', { name: 'Category' }).click()
  await page.getByRole('menuitem', { name: 'Monitoring' }).click()
  await expect(page.getByText('1 action', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Remove filter Category' }).click()
  await expect(page.getByText('1–4 of 4 actions')).toBeVisible()
})

test('edits in place by keyboard alone', async ({ page, request, tokens, signInAs }) => {
  const { path } = await register(request, tokens.itsm.write, [{ title: 'Measure twice' }, { title: 'Cut once' }])
  await signInAs('reviewer')
  await page.goto(`${path}&sort=title`)
  await getStatusButton(page, 'Measure twice').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'In progress' }).press('Enter')
  await expect(page.getByText('In progress: Measure twice')).toBeVisible()
  await expect(getStatusButton(page, 'Measure twice')).toHaveAccessibleName(/In progress$/)
  await expect(getStatusButton(page, 'Measure twice')).toBeFocused()

  await page.getByRole('button', { name: 'Owner of “Measure twice”: Ines Marchetti' }).press('Enter')
  const owner = page.getByRole('combobox', { name: 'Owner' })
  await expect(owner).toBeFocused()
  await owner.fill('tomas')
  await expect(page.getByRole('option', { name: /^Tomas Lind/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await owner.fill('nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose a person from the list.')).toBeVisible()
  await owner.fill('')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Noor Haddad\s*Me$/)
  await page.keyboard.press('Enter')
  await expect(owner).toHaveValue('Noor Haddad')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Owner of “Measure twice”: Noor Haddad' })).toBeFocused()

  await page.getByRole('button', { name: 'Due date of “Cut once”' }).press('Enter')
  await page.getByRole('dialog', { name: 'Change the due date' }).getByLabel('Due').fill(inDays(2))
  await page.keyboard.press('Enter')
  await expect(row(page, 'Cut once')).toContainText('in 2 d')

  await getStatusButton(page, 'Cut once').press('Enter')
  await page.getByRole('menuitem', { name: 'In progress' }).press('Enter')
  await expect(page.getByText('In progress: Cut once')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(getStatusButton(page, 'Cut once')).toHaveAccessibleName(/Open$/)
  await getStatusButton(page, 'Cut once').press('Enter')
  await page.getByRole('menuitem', { name: 'Done' }).press('Enter')
  await expect(page.getByLabel('Evidence of completion')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(getStatusButton(page, 'Cut once')).toHaveAccessibleName(/Open$/)
  await expect(row(page, 'Measure twice')).toContainText('Noor Haddad')
})

test('reverts rejected edits, and reports a concurrent edit', async ({ page, request, tokens, signInAs }) => {
  expectConsoleErrors(page, /status of 503/)
  const { path, actions } = await register(request, tokens.itsm.write, [{ title: 'Contested' }])
  await signInAs('reviewer')
  await page.goto(path)
  await expect(getStatusButton(page, 'Contested')).toHaveAccessibleName(/Open$/)
  await page.route('**/api/app/v1/improvements/*', (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'unavailable', message: 'Closed for a test.', request_id: 'x' } },
    }),
  )
  await getStatusButton(page, 'Contested').click()
  await page.getByRole('menuitem', { name: 'In progress' }).click()
  await expect(page.getByText('Closed for a test.')).toBeVisible()
  await expect(getStatusButton(page, 'Contested')).toHaveAccessibleName(/Open$/)
  await page.unroute('**/api/app/v1/improvements/*')

  const headers = { authorization: `Bearer ${tokens.itsm.write}` }
  const faster = { owner: 'manager@hindsight.example' }
  expect((await request.patch(`${actionsPath}/${actions[0]?.id}`, { headers, data: faster })).status()).toBe(200)
  await getStatusButton(page, 'Contested').click()
  await page.getByRole('menuitem', { name: 'In progress' }).click()
  await expect(page.getByText(/Someone else has changed this action/)).toBeVisible()
  await expect(row(page, 'Contested')).toContainText('Henrike Vos')
  await expect(getStatusButton(page, 'Contested')).toHaveAccessibleName(/Open$/)
})

/** Clicks the first two links, the second before the response to the first can arrive. */
const clickAtOnce = (links: Locator) =>
  links.evaluateAll(async ([first, second]) => {
    for (const link of [first, second]) {
      if (link instanceof HTMLElement) link.click()
      await new Promise(requestAnimationFrame)
    }
  })

test('two quick clicks on filters of the register count both', async ({ page, signInAs }) => {
  await signInAs('manager')
  await page.goto('/improvements')
  const mine = page.getByRole('link', { name: /^Mine/ })
  const overdue = page.getByRole('link', { name: /^Overdue/ })
  await expect(overdue).toBeVisible()
  await clickAtOnce(page.locator('main a').filter({ hasText: /^(Mine|Overdue)/ }))
  await expect(page).toHaveURL(/[?&]owner=me\b/)
  await expect(page).toHaveURL(/[?&]due=overdue\b/)
  await expect(mine).toHaveAttribute('aria-current', 'true')
  await expect(overdue).toHaveAttribute('aria-current', 'true')
})
