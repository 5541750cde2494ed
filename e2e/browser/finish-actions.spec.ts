import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { getStatusButton, inDays, register, showDone } from '#e2e/support/own-actions.ts'

test('is done with evidence, and verified by another person', async ({ page, request, tokens, signInAs }) => {
  const { actions } = await register(request, tokens.itsm.write, [
    { title: 'Rehearse on a copy', owner: 'reviewer@hindsight.example' },
  ])
  const id = actions[0]?.id ?? ''
  await signInAs('reviewer')
  await page.goto(`/improvements/${id}`)
  await page.getByRole('button', { name: 'Mark as done' }).click()
  const done = page.getByRole('dialog', { name: 'Mark as done' })
  await expectAccessible(page)
  await done.getByRole('button', { name: 'Mark as done' }).click()
  await expect(done.getByText('Enter evidence of completion.')).toBeVisible()
  await showDone(page, 'The log of the rehearsal')
  await expect(page.getByRole('region', { name: 'Evidence' })).toContainText('The log of the rehearsal')
  await getStatusButton(page, 'Rehearse on a copy').click()
  await expect(page.getByRole('menuitem', { name: 'Verified (by someone else)' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await expect(page.getByRole('button', { name: 'Verify', exact: true })).toHaveCount(0)
  await expect(page.getByText(/^Waiting for verification by .*Henrike Vos/)).toBeVisible()

  await signInAs('manager')
  await page.goto(`/improvements/${id}`)
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  const verify = page.getByRole('dialog', { name: 'Verify that it works' })
  await verify.getByLabel('Recheck on').fill(inDays(-1))
  await verify.getByRole('button', { name: 'Verify that it works' }).click()
  await expect(verify.getByText('Enter a future date.')).toBeVisible()
  await verify.getByLabel('Recheck on').fill(inDays(30))
  await verify.getByRole('button', { name: 'Verify that it works' }).click()
  await expect(getStatusButton(page, 'Rehearse on a copy')).toHaveAccessibleName(/Verified$/)
  await expect(page.getByRole('region', { name: 'Evidence' })).toContainText('Henrike Vos')
})
