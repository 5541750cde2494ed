import { expect, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import type { World } from '#e2e/support/world.ts'
import { createArticle } from '#server/articles/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { completeReview } from '#server/reviews/lifecycle/complete-review.ts'
import { startReview } from '#server/reviews/lifecycle/start-review.ts'
import { getReview } from '#server/reviews/record/queries.ts'
import { createContext, fillReview, insertChange, insertIncident, saveStep } from '#server/reviews/testing.ts'
import { recordOrigins } from '#server/schema/imports.ts'

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
    await saveStep(ctx, filled, 'outcome', { outcome: 'successful_with_issues' })
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

test.describe('in a browser of another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('times are those of the organisation, and the window says so', async ({ page, world, signInAs }) => {
    const { number } = await addReviewedChange(world)
    await signInAs('viewer')
    await page.goto(`/changes/${number}`)
    const change = page.getByRole('region', { name: 'The change', exact: true })
    await expect(change).toContainText('Times are in UTC.')
    await expect(change).toContainText('01 Mar 2026, 04:20')
    await page.goto('/settings')
    await expect(
      page.getByText('If empty, UTC: the organisation’s time zone, which also decides what is overdue.'),
    ).toBeVisible()
  })
})

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
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible()

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

test('leads to the review, to start it or to go on', async ({ page, world, signInAs }) => {
  const number = `S-${ownWord()}`
  await withDatabase(world, (db) => insertChange(db, number))
  await signInAs('reviewer')
  await page.goto(`/changes/${number}`)
  await expect(page.getByRole('region', { name: 'Review', exact: true })).toContainText('Not started')
  await page.getByRole('link', { name: 'Start the review' }).click()
  await expect(page).toHaveURL(new RegExp(`/changes/${number}/review`))
  await withDatabase(world, (db) => startReview(createContext(db), number))
  await page.goto(`/changes/${number}`)
  await page.getByRole('link', { name: 'Continue the review' }).click()
  await expect(page).toHaveURL(new RegExp(`/changes/${number}/review/plan`))
})

test('shows how a change was closed apart from its review, and who is not in the directory', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  const word = ownWord()
  const number = `C-${word}`
  await withDatabase(world, async (db) => {
    await insertChange(db, number, {
      title: `Clear the routes ${word}`,
      state: 'closed',
      closeCode: 'successful_with_issues',
      closeNotes: 'All routes are clear.\nOne router was restarted twice.',
      assignedTo: `Fred Luddy ${word}`,
      requestedBy: 'tomas.lind@hindsight.example',
      pirOutcome: 'successful',
    })
    await startReview(createContext(db), number)
  })
  await signInAs('reviewer')
  await page.goto(`/changes/${number}`)
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(part('The change')).toContainText('Closed asSuccessful with issues')
  await expect(part('The change')).toContainText('One router was restarted twice.')
  await expect(part('The change')).toContainText(`Fred Luddy ${word} (not in the directory)`)
  await expect(part('The change')).toContainText('Requested byTomas Lind')
  await expect(part('The change').getByText('not in the directory')).toHaveCount(1)
  await expect(part('Review')).toContainText('Outcome recorded without a review')
  await expect(part('Review')).not.toContainText('no confirmed incident')
  await expectAccessible()

  await page.goto(`/changes/${number}/review/outcome`)
  await expect(page.getByText(`implemented by Fred Luddy ${word} (not in the directory)`)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('The evidence suggests nothing yet')
  await expect(page.getByRole('link', { name: 'The change was closed as successful with issues.' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'The change' })).toContainText('One router was restarted twice.')
  await page.goto(`/changes/${number}/report`)
  await expect(page.getByRole('article')).toContainText(`Fred Luddy ${word} (not in the directory)`)
  await expect(page.getByRole('article')).toContainText('Closed asSuccessful with issues')
  await page.goto(`/changes?search=${number}`)
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('not in the directory')
  await expectAccessible()
})

test('names the four people of an emergency change, and says who is missing or has two roles', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  const number = `C-${ownWord()}`
  const tomas = 'tomas.lind@hindsight.example'
  await withDatabase(world, async (db) => {
    const people = { requestedBy: tomas, approvedBy: 'Ad hoc board', assignedTo: tomas }
    await insertChange(db, number, { type: 'emergency', approvedAt: '2026-02-28T23:10:00Z', ...people })
    await startReview(createContext(db), number)
  })
  await signInAs('viewer')
  await page.goto(`/changes/${number}`)
  const facts = page.getByRole('region', { name: 'The change', exact: true })
  await expect(facts).toContainText('Requested byTomas Lind')
  await expect(facts).toContainText('Approved byAd hoc board (not in the directory)')
  await expect(facts).toContainText('ImplementerTomas Lind')
  await expect(facts).toContainText('ReviewerNoor Haddad')
  await expect(facts).toContainText('Separation of dutiesTomas Lind is requester and implementer.')
  await expectAccessible()
  await page.goto(`/changes/${number}/report`)
  const report = page.getByRole('article')
  await expect(report).toContainText('Approved byAd hoc board (not in the directory), ')
  await expect(report).toContainText('Separation of dutiesTomas Lind is requester and implementer.')
})

test('shows the source of a change and later edits by others', async ({ page, world, signInAs, expectAccessible }) => {
  const number = `C-${ownWord()}`
  const digest = 'a1b2'.repeat(16)
  await withDatabase(world, async (db) => {
    await insertChange(db, number)
    await db.insert(recordOrigins).values({
      kind: 'change',
      number,
      sourceKind: 'import',
      sourceId: 'import_of_nobody',
      detail: 'line 12',
      readAt: '2026-03-01T10:00:00Z',
      digest,
    })
    await startReview(createContext(db), number)
    const { expectedVersions, mustExist } = { expectedVersions: undefined, mustExist: undefined }
    await putChange(createContext(db), number, { risk: 'low' }, { expectedVersions, mustExist })
  })
  await signInAs('viewer')
  await page.goto(`/changes/${number}`)
  const facts = page.getByRole('region', { name: 'The change', exact: true })
  await expect(facts.getByText(digest)).toBeHidden()
  await facts.getByText('import_of_nobody, read 01 Mar 2026, 10:00, 1 field changed here since').click()
  await expect(facts).toContainText('Place in the fileline 12')
  await expect(facts).toContainText(`SHA-256 of the row${digest}`)
  await expect(facts).toContainText('Changed here sinceRisk by Noor Haddad, ')
  await expectAccessible()
  await page.goto(`/changes/${number}/report`)
  await expect(page.getByRole('article')).toContainText(
    `import_of_nobody (import_of_nobody), line 12, read 01 Mar 2026`,
  )
  await expect(page.getByRole('article')).toContainText('Changed here sinceRisk by Noor Haddad, ')
})

test('explains a change that is known only by its number', async ({ page, world, signInAs, expectAccessible }) => {
  const number = `N-${ownWord()}`
  await withDatabase(world, (db) =>
    insertChange(db, number, {
      title: '',
      state: 'new',
      isStub: true,
      risk: null,
      affectedServices: [],
      implementationPlan: null,
      plannedStart: null,
      plannedEnd: null,
      actualStart: null,
      actualEnd: null,
      assignedTo: null,
    }),
  )
  await signInAs('reviewer')
  await page.goto(`/changes/${number}`)
  await expect(page.getByRole('heading', { level: 1, name: `Change ${number}` })).toBeVisible()
  await expect(page.getByText('Only the number of this change is known')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start the review' })).toHaveCount(0)
  await expectAccessible()
})

test('a number in another spelling leads to the page of its record', async ({ page, signInAs }) => {
  await signInAs('viewer')
  for (const path of ['/changes/CHG0030008', '/changes/CHG0030008/report', '/incidents/INC0200295']) {
    await page.goto(path.replace(/(?:CHG|INC)/, (word) => word.toLowerCase()))
    await expect(page).toHaveURL(path)
  }
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('a change fits the screen', async ({ page, world, signInAs, expectAccessible }) => {
    const { number } = await addReviewedChange(world)
    await signInAs('reviewer')
    await page.goto(`/changes/${number}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(beyond).toBeLessThanOrEqual(0)
    await expectAccessible()
  })
})
