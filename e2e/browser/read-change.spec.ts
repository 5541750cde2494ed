import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { insertArticle, insertChange, insertOwed } from '#server/reviews/testing.ts'

test('a manager puts a change on legal hold and releases it, each with a reason', async ({ page, signInAs }) => {
  const number = `H-${ownWord()}`
  await withDatabase((db) => insertChange(db, number, { state: 'closed' }))
  await signInAs('manager')
  await page.goto(`/changes/${number}`)
  const facts = page.getByRole('region', { name: 'The change', exact: true })
  const dialog = page.getByRole('dialog')
  await facts.getByRole('button', { name: 'Put on legal hold' }).click()
  await dialog.getByLabel('Reason').fill('Case 2026-117')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Hold' }).click()
  await expect(facts).toContainText('Case 2026-117')
  await expectAccessible(page)
  await facts.getByRole('button', { name: 'Release from legal hold' }).click()
  await dialog.getByLabel('Reason').fill('The case is closed')
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expect(facts).not.toContainText('Case 2026-117')
  const history = page.getByRole('region', { name: 'History', exact: true })
  await expect(history).toContainText('released the change from its legal hold: “The case is closed”')
})

test('a reviewer marks a lesson of a planned change, and its review shows the mark', async ({ page, signInAs }) => {
  const number = `L-${ownWord()}`
  const service = ownWord()
  await withDatabase(async (db) => {
    await insertOwed(db, number, { status: 'in_progress' }, { state: 'scheduled', affectedServices: [service] })
    await insertArticle(db, `kb_${service}`, { content: `# Rehearse ${service}` })
  })
  await signInAs('reviewer')
  await page.goto(`/changes/${number}`)
  const offered = page.getByRole('group', { name: `“Rehearse ${service}” for this change` })
  await expect(offered).toBeVisible()
  await expectAccessible(page)
  await offered.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('region', { name: 'History', exact: true })).toContainText('as Not now')
  await page.goto(`/changes/${number}/review/plan`)
  await expect(page.getByRole('heading', { name: 'Lessons offered: 1 not now' })).toBeVisible()
  await offered.getByRole('button', { name: 'Applied', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Lessons offered: 1 applied' })).toBeVisible()
  await page.getByRole('link', { name: `Rehearse ${service}` }).click()
  await expect(page.getByRole('region', { name: 'Changes with and without it' })).toContainText('Too few to tell')
  await expectAccessible(page)
})

test('an unknown number is not found, within the shell', async ({ page, signInAs }) => {
  expectConsoleErrors(page, /404/)
  await signInAs('viewer')
  const answer = await page.goto('/changes/CHG-of-nobody')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Record not found' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to the changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible()
})
