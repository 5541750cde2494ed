import { eq } from 'drizzle-orm'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addAccount } from '#e2e/support/own-account.ts'
import { getStatusButton, inDays, register, row, showDone } from '#e2e/support/own-actions.ts'
import { withDatabase } from '#e2e/support/own-records.ts'
import { signInWith } from '#e2e/support/sign-in.ts'
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

test('a viewer who owns an action starts it and shows that it is done, and changes nothing else', async ({
  page,
  world,
  request,
  tokens,
  expectAccessible,
}) => {
  const { email: owner, password } = await addAccount(world.production, 'viewer')
  const mine = { title: 'Rehearse on a copy', owner }
  const { actions, path } = await register(request, tokens.itsm.write, [mine, { title: 'Not mine' }])
  await signInWith(page.request, world.production, { email: owner, password })
  await page.goto(path)
  await expect(row(page, 'Not mine').getByRole('button')).toHaveCount(0)
  await getStatusButton(page, mine.title).click()
  await expect(page.getByRole('menuitem')).toHaveText(['In progress', 'Done'])
  await page.getByRole('menuitem', { name: 'In progress' }).click()
  await expect(page.getByText(`In progress: ${mine.title}`)).toBeVisible()
  await page.goto(`${path}&view=board`)
  await page.getByRole('button', { name: `Actions for “${mine.title}”` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Done'])
  await expect(page.getByRole('button', { name: 'Actions for “Not mine”' })).toHaveCount(0)
  await page.goto(`/improvements/${actions[0]?.id}`)
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await showDone(page, 'Test run 12')
  await expect(page.getByRole('region', { name: 'Evidence' })).toContainText('Test run 12')
  await expect(page.getByRole('button', { name: /Verify|Send back|Mark as done/ })).toHaveCount(0)
  await expectAccessible()
})
