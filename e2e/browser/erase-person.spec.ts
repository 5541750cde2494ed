import { eq } from 'drizzle-orm'
import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { addAccount } from '#e2e/support/own-account.ts'
import { withDatabase } from '#e2e/support/own-records.ts'
import { addOwedReview, sendOwn } from '#e2e/support/own-review.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { changes } from '#server/schema/changes.ts'
import { users } from '#server/schema/directory.ts'

test('an admin sees what is held about a person who left, and erases it', async ({ page, signInAs }) => {
  const person = await addAccount('reviewer')
  const { email, name } = person
  const id = `usr_${email}`
  const ownReview = await addOwedReview('high')
  await withDatabase(async (db) => {
    const nameKey = foldForSorting(name)
    const createdAt = new Date().toISOString()
    await db
      .insert(users)
      .values({ id, name, nameKey, email, bio: 'Sails', location: 'Kiel', origin: 'entry', createdAt })
    await db.update(changes).set({ assignedTo: email }).where(eq(changes.number, ownReview.number))
  })
  await signInAs('admin')
  await page.goto(`/users/${encodeURIComponent(id)}`)
  const dialog = page.getByRole('dialog', { name: `Erase ${name}?` })
  const field = dialog.getByLabel('E-mail address of the person')
  const erase = dialog.getByRole('button', { name: 'Erase' })

  await test.step('the dialog counts what names the person, and asks for their e-mail address', async () => {
    await page.getByRole('button', { name: 'Erase' }).click()
    const rows = dialog.getByRole('region', { name: 'Rows that name the person' })
    await expect(rows.getByRole('listitem').filter({ hasText: /^changes/ })).toHaveText('changes1')
    const mentions = dialog.getByRole('region', { name: 'Texts that mention the name' })
    await expect(mentions.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Replace the name in these texts too').check()
    await field.fill('somebody.else@hindsight.example')
    await erase.click()
    await expect(dialog.getByText(`must be ${email}`)).toBeVisible()
  })

  await test.step('an account that is enabled is disabled first', async () => {
    expectConsoleErrors(page, /409/)
    await field.fill(email.toUpperCase())
    await erase.click()
    await expect(dialog.getByText('The account is enabled: disable it first.')).toBeVisible()
    await sendOwn(page.request, 'PATCH', `/api/app/v1/accounts/${person.id}`, { is_disabled: true })
  })

  await test.step('a pseudonym takes their place on every page', async () => {
    await erase.click()
    const result = page.getByRole('dialog', { name: `${name} is erased` })
    await expect(result.getByText(/^person-[0-9a-f]+@erased\.invalid stands for this person/)).toBeVisible()
    await expectAccessible(page)
    await result.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Person [0-9a-f]+$/ })).toBeVisible()
    await page.goto(`/changes/${ownReview.number}`)
    await expect(page.getByText(/^Person [0-9a-f]+$/).first()).toBeVisible()
    await page.goto('/admin/history')
    await expect(page.getByText('erased the personal data of').first()).toBeVisible()
    const personalData = await page.request.get('/api/app/v1/personal-data', { params: { email } })
    expect([personalData.status(), await personalData.text()]).toEqual([200, ''])
  })
})
