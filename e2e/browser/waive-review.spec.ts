import { expect, test } from '#e2e/support/fixtures.ts'
import { addOwedReview, sendOwn } from '#e2e/support/own-review.ts'

test('a manager waives a review with a reason and reopens it', async ({ page, world, signInAs, expectAccessible }) => {
  const { number } = await addOwedReview(world)
  await signInAs('manager')
  await sendOwn(page.request, 'POST', `/api/app/v1/changes/${number}/review`, {})
  await page.goto(`/changes/${number}`)
  const card = page.getByRole('region', { name: 'Review', exact: true })
  await page.getByRole('button', { name: 'Waive', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Waive the review' })
  await dialog.getByRole('button', { name: 'Waive', exact: true }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await expectAccessible()
  await dialog.getByLabel('Reason').fill('Reviewed together with another change.')
  await dialog.getByRole('button', { name: 'Waive', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('Waived')
  await expect(card).toContainText('Reviewed together with another change.')
  await expect(page.getByRole('button', { name: 'Waive', exact: true })).toBeHidden()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('waived')
  await expectAccessible()

  await page.getByRole('link', { name: 'Read the review' }).click()
  await expect(page.getByText('waived this review')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Steps of the review' })).not.toContainText(/complete|missing/)
  await page.goto(`/changes/${number}/review/sign-off`)
  await page.getByRole('button', { name: 'Reopen the review' }).click()
  const reopen = page.getByRole('dialog', { name: 'Reopen the review' })
  await reopen.getByLabel('Reason').fill('It was another change after all.')
  await reopen.getByRole('button', { name: 'Reopen', exact: true }).click()
  await expect(reopen).toBeHidden()
  await page.goto(`/changes/${number}`)
  await expect(card).toContainText('In progress')
})

test('another manager confirms the waiver of a review that needs a sign-off', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  const { number, title } = await addOwedReview(world, 'high')
  await signInAs('reviewer')
  await sendOwn(page.request, 'POST', `/api/app/v1/changes/${number}/review`, {})
  await signInAs('manager')
  await page.goto(`/changes/${number}`)
  await page.getByRole('button', { name: 'Waive', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Waive the review' })
  await dialog.getByLabel('Reason').fill('Reviewed together with another change.')
  await dialog.getByRole('button', { name: 'Request the waiver' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('requested a waiver of this review')).toBeVisible()
  await expect(page.getByText('so another manager has to confirm it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm the waiver' })).toBeHidden()
  await expectAccessible()

  const chip = page.getByRole('button', { name: /^Waivers to confirm/ })
  await page.goto('/changes')
  await expect(page.getByRole('button', { name: /^Open reviews/ })).toBeVisible()
  await expect(chip).toHaveCount(0)

  await signInAs('admin')
  await page.goto('/changes')
  await chip.click()
  await expect(
    page.getByRole('table', { name: 'Changes' }).getByRole('row', { name: new RegExp(number) }),
  ).toBeVisible()
  await page.goto('/')
  await page.getByRole('region', { name: 'Waivers to confirm' }).getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: 'Refuse the waiver' }).click()
  const refuse = page.getByRole('dialog', { name: 'Refuse the waiver' })
  await expectAccessible()
  await refuse.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Confirm the waiver' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm the waiver' })
  await expectAccessible()
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(confirm).toBeHidden()
  const card = page.getByRole('region', { name: 'Review', exact: true })
  await expect(card).toContainText('Waived')
  await expect(card).toContainText('requested by')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('confirmed the waiver')
})
