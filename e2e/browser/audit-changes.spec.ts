import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { insertChange } from '#server/reviews/testing.ts'

test('an auditor makes an audit, draws it and notes an exception', async ({ page, signInAs }) => {
  expectConsoleErrors(page, /400/)
  const word = ownWord()
  await withDatabase(async (db) => {
    for (const place of [1, 2, 3]) {
      await insertChange(db, `CHG-${word}-${place}`, { state: 'closed', affectedServices: [word], risk: null })
    }
  })
  await signInAs('auditor')
  await page.goto('/')
  await expect(page).toHaveURL(/\/insights\/audits$/)
  await expect(page.getByRole('link', { name: 'Today' })).toHaveCount(0)

  await page.getByRole('link', { name: 'New audit' }).click()
  const form = page.getByRole('form', { name: 'New audit' })
  await form.getByLabel(/^Name/).fill(`Audit of ${word}`)
  await form.getByLabel(/^Work ended from/).fill('2026-03-01')
  await form.getByLabel(/^Work ended until/).fill('2026-03-31')
  await form.getByLabel(/^Filter/).fill(`affected_services = ${word} AND nothing`)
  await form.getByLabel(/^How many/).fill('9')
  await form.getByRole('button', { name: 'Freeze the population' }).click()
  await expect(form.getByText(/query, line 1|expected|Unknown|nothing/i).first()).toBeVisible()
  await form.getByLabel(/^Filter/).fill(`affected_services = ${word}`)
  await form.getByRole('button', { name: 'Freeze the population' }).click()
  await expect(form.getByText('at most 3, the number of changes in the population')).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel(/^How many/).fill('2')
  await form.getByRole('button', { name: 'Freeze the population' }).click()

  await expect(page.getByRole('heading', { level: 1, name: `Audit of ${word}` })).toBeVisible()
  await expect(page.getByText('3 closed changes')).toBeVisible()
  await page.getByRole('button', { name: 'Draw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Draw' }).click()
  const rows = page.getByRole('table', { name: 'Drawn changes' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('0 of 2 answered')).toBeVisible()
  await expect(rows.nth(1)).toContainText('The risk is not rated.')

  await rows
    .nth(1)
    .getByRole('button', { name: /^Edit the notes/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your request number').fill('R-01')
  await dialog.getByRole('radio', { name: /^Exception/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('must say what the exception is')).toBeVisible()
  await dialog.getByLabel(/^Note/).fill('Nobody rated the risk.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('0 of 2 answered, 1 exception')).toBeVisible()
  await expect(rows.nth(1)).toContainText('Nobody rated the risk.')
  await expectAccessible(page)

  await page.goto('/admin/history')
  const history = page.getByRole('main')
  await expect(history.getByText(/marked CHG-.* as Exception in the audit|as Exception in/).first()).toBeVisible()
  await page.goto('/changes')
  await expect(page.getByRole('button', { name: /^(?:Assign|Remind)\b/ })).toHaveCount(0)
  await page.goto('/admin/policy')
  await expect(page.getByRole('link', { name: 'New rule' })).toHaveCount(0)
  await expect(page.getByRole('switch')).toHaveCount(0)
})
