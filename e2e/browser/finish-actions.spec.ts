import { eq } from 'drizzle-orm'
import { expect, test } from '#e2e/support/fixtures.ts'
import { getStatusButton, inDays, register, showDone } from '#e2e/support/own-actions.ts'
import { withDatabase } from '#e2e/support/own-records.ts'
import { improvements } from '#server/schema/improvements.ts'

test('is done with evidence, verified by another person, and comes back for a look', async ({
  page,
  world,
  request,
  tokens,
  signInAs,
  expectAccessible,
}) => {
  const { actions } = await register(request, tokens.itsm.write, [
    { title: 'Rehearse on a copy', owner: 'reviewer@hindsight.example' },
  ])
  const id = actions[0]?.id ?? ''
  const title = page.getByRole('heading', { level: 1, name: 'Rehearse on a copy' })
  await signInAs('reviewer')
  await page.goto(`/improvements/${id}`)
  await page.getByRole('button', { name: 'Mark as done' }).click()
  const done = page.getByRole('dialog', { name: 'Mark as done' })
  await expectAccessible()
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

  const recheckReason = 'INC1 reads like INC2, which caused this action.'
  await withDatabase(world, (db) =>
    db
      .update(improvements)
      .set({ status: 'in_progress', recheckSince: new Date().toISOString(), recheckReason })
      .where(eq(improvements.id, id)),
  )
  await page.reload()
  await expect(page.getByText(recheckReason)).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Another failure' }).click()
  const recheckDialog = page.getByRole('dialog', { name: 'Another failure' })
  await recheckDialog.getByLabel('What you found').fill('That one was a full disk.')
  await recheckDialog.getByRole('button', { name: 'Save' }).click()
  await expect(getStatusButton(page, 'Rehearse on a copy')).toHaveAccessibleName(/Verified$/)
  await expect(page.getByText('Is this the same failure again?')).toBeHidden()
  await expect(title).toBeVisible()
})
