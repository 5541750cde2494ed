import { expect, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import type { World } from '#e2e/support/world.ts'
import { answersOf } from '#lib/review/testing-answers.ts'
import { createArticle } from '#server/articles/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { completeReview } from '#server/reviews/commands/complete.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { getReview } from '#server/reviews/queries.ts'
import { createContext, fillReview, insertChange, insertIncident, saveStep } from '#server/reviews/testing.ts'

/** Adds a completed review of a change that overran its window, with an incident, an action and a lesson. */
async function addReviewedChange(world: World): Promise<{ number: string; word: string; reference: string }> {
  const word = ownWord()
  const number = `R-${word}`
  const reference = await withDatabase(world, async (db) => {
    await insertChange(db, number, {
      title: `Upgrade the ledger ${word}`,
      risk: 'moderate',
      actualEnd: '2026-03-01T04:20:00.000Z',
      backoutPlan: { contact: { team: 'Databases' } },
      riskAssessment: null,
    })
    const ctx = createContext(db)
    const review = await startReview(ctx, number)
    await fillReview(ctx, review)
    const filled = await getReview(ctx, review.reference)
    await saveStep(ctx, filled, 'outcome', answersOf('successful_with_issues'))
    await saveStep(ctx, filled, 'improvements', { is_none_needed: false })
    await createImprovement(ctx, {
      title: `Rehearse on a full copy ${word}`,
      source_type: 'pir',
      source_ref: review.reference,
      owner: 'ines.marchetti@hindsight.example',
      target_date: '2026-05-29',
    })
    await createArticle(ctx, {
      content: `# Measure an upgrade first ${word}\n\nIt took longer than planned.`,
      metadata: { source_change: number, article_type: 'lesson', polarity: 'negative' },
    })
    await completeReview(ctx, review.reference, {})
    await insertIncident(db, `INC-${word}`, number)
    return review.reference
  })
  return { number, word, reference }
}

test('shows all that is known of a reviewed change', async ({ page, world, signInAs, expectAccessible }) => {
  const { number, word, reference } = await addReviewedChange(world)
  await signInAs('viewer')
  await page.goto(`/changes/${number}`)
  await expect(page.getByRole('heading', { level: 1, name: `Upgrade the ledger ${word}` })).toBeVisible()
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(part('The change')).toContainText('1 hour 20 minutes over the window')
  await expect(part('The change')).toContainText('Tomas Lind')
  await expect(part('Review')).toContainText(reference)
  await expect(part('Implementation plan').getByRole('listitem').first()).toContainText('Stop the writers')
  await expect(part('Backout plan')).toContainText('Databases')
  await expect(part('Backout plan')).not.toContainText('{')
  await expect(part('Risk assessment')).toContainText('No risk assessment is recorded')
  await expect(part('Incidents')).toContainText(`INC-${word}`)
  await expect(part('Improvements')).toContainText(`Rehearse on a full copy ${word}`)
  await expect(part('Lessons learned').getByRole('link', { name: `Measure an upgrade first ${word}` })).toBeVisible()
  await expect(part('History')).toContainText(`Noor Haddad completed the review ${reference}`)
  await expect(part('History')).toContainText(`Noor Haddad started the review ${reference}`)
  await expectAccessible()

  const completed = part('History').getByRole('listitem').filter({ hasText: 'marked the change as reviewed' })
  await completed.getByRole('button', { name: 'Details' }).click()
  await expect(completed).toContainText('pir_outcome:')
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: /^Lessons/ })
    .click()
  await expect(part('Lessons learned')).toBeInViewport()
  await expect(page).toHaveURL(/#lessons$/)

  await page.getByRole('link', { name: 'Report', exact: true }).click()
  await expect(page).toHaveURL(`/changes/${number}/report`)
})

test('a manager puts a change on legal hold and releases it, each with a reason', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  const number = `H-${ownWord()}`
  await withDatabase(world, (db) => insertChange(db, number, { state: 'closed' }))
  await signInAs('manager')
  await page.goto(`/changes/${number}`)
  const facts = page.getByRole('region', { name: 'The change', exact: true })
  const dialog = page.getByRole('dialog')
  await facts.getByRole('button', { name: 'Put on legal hold' }).click()
  await dialog.getByLabel('Reason').fill('Case 2026-117')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Hold' }).click()
  await expect(facts).toContainText('Case 2026-117')
  await expectAccessible()
  await facts.getByRole('button', { name: 'Release from legal hold' }).click()
  await dialog.getByLabel('Reason').fill('The case is closed')
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expect(facts).not.toContainText('Case 2026-117')
  const history = page.getByRole('region', { name: 'History', exact: true })
  await expect(history).toContainText('released the change from its legal hold: “The case is closed”')
})

test('an unknown number is not found, within the shell', async ({
  page,
  signInAs,
  expectAccessible,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/404/)
  await signInAs('viewer')
  const answer = await page.goto('/changes/CHG-of-nobody')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Record not found' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Go to the changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible()
})
