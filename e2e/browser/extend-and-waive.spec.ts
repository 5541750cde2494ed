import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { addOwed, cleanOwed } from '#e2e/support/own-owed.ts'
import { demoAccounts } from '#server/demo/accounts.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a manager extends a review, whose first due date stays, and waives it, each with a reason', async ({
  page,
  signInAs,
}) => {
  const number = `CHG-EXT-${crypto.randomUUID().slice(0, 8)}`
  const reviewer = demoAccounts.find(({ role }) => role === 'reviewer')?.email ?? null
  await addOwed([cleanOwed(number, `svc-${number}`, { form: 'full', reviewer, dueOn: dayFromNow(-3) })])
  await signInAs('manager')
  await page.goto(`/changes/${number}`)
  await page.getByRole('button', { name: 'Extend', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Extend the review' })
  await dialog.getByLabel('New due date').fill(dayFromNow(40))
  await dialog.getByLabel('Reason').fill('The vendor delivers its root cause next week.')
  await dialog.getByRole('button', { name: 'Choose a day' }).focus()
  // Acts like a browser that closes its calendar on Escape and also passes the key on.
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('Reason')).toHaveValue('The vendor delivers its root cause next week.')
  await dialog.getByRole('button', { name: 'Extend', exact: true }).click()
  await expect(dialog.getByText(/^Choose a day from/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('New due date').fill(dayFromNow(7))
  await dialog.getByRole('button', { name: 'Extend', exact: true }).click()
  await expect(dialog).toBeHidden()
  const card = page.getByRole('region', { name: 'Review', exact: true })
  await expect(card).toContainText(/Due .*, first .*, extended once/)
  await expect(card.getByText('Overdue')).toBeHidden()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('extended')
  await page.getByRole('button', { name: 'Waive', exact: true }).click()
  const waiver = page.getByRole('dialog', { name: 'Waive the review' })
  await waiver.getByRole('button', { name: 'Waive', exact: true }).click()
  await expect(waiver.getByText('Enter a reason.')).toBeVisible()
  await expectAccessible(page)
  await waiver.getByLabel('Reason').fill('Reviewed together with another change.')
  await waiver.getByRole('button', { name: 'Waive', exact: true }).click()
  await expect(waiver).toBeHidden()
  await expect(card).toContainText('Waived')
  await expect(card).toContainText('Reviewed together with another change.')
  await expect(page.getByRole('button', { name: 'Waive', exact: true })).toBeHidden()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('waived')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Read the review' }).click()
  await expect(page.getByText('waived this review')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Steps of the review' })).not.toContainText(/complete|missing/)
  // Reopening one: sign-off-review.spec.ts.
  await page.goto(`/changes/${number}/review/sign-off`)
  await expect(page.getByRole('button', { name: 'Reopen the review' })).toBeVisible()
})

test('a second look names its result before the note on it, and presumes none', async ({ page, signInAs }) => {
  const number = `CHG-LOOK-${crypto.randomUUID().slice(0, 8)}`
  const reviewer = demoAccounts.find(({ role }) => role === 'reviewer')?.email ?? null
  const completed = { status: 'completed', reviewer, dueOn: null, secondLookOn: dayFromNow(-1) } as const
  await addOwed([cleanOwed(number, `svc-${number}`, completed)])
  await signInAs('manager')
  await page.goto(`/changes/${number}`)
  await page.getByRole('button', { name: 'Look again' }).click()
  const dialog = page.getByRole('dialog', { name: 'How is the result now?' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(dialog.getByText('Choose how the result is now.')).toBeVisible()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await expect(dialog.getByLabel('Result')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Result').selectOption({ label: 'Worse' })
  await save.click()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('Reports are slow again.')
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Review', exact: true })).toContainText('Reports are slow again.')
})
