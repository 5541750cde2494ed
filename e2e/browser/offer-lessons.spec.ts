import type { Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import type { World } from '#e2e/support/world.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { articles } from '#server/schema/articles.ts'

type OwnRecords = { number: string; lonely: string; title: (place: number) => string }

/**
 * Adds a planned change for one test, one that no lesson fits, and five lessons of an earlier change of its service.
 */
async function addPlannedChange(world: World): Promise<OwnRecords> {
  const word = ownWord()
  const records: OwnRecords = {
    number: `CHG-${word}`,
    lonely: `CHG-${word}-lonely`,
    title: (place) => `Lesson ${place} of ${word}`,
  }
  const planned = { state: 'scheduled' as const, actualStart: null, actualEnd: null, implementationPlan: null }
  await withDatabase(world, async (db) => {
    await insertChange(db, `CHG-${word}-before`, { affectedServices: [`svc-${word}`], title: 'Earlier' })
    await insertChange(db, records.number, { ...planned, affectedServices: [`svc-${word}`], title: `Move ${word}` })
    await insertChange(db, records.lonely, { ...planned, affectedServices: [], title: `${word}lonely` })
    await db.insert(articles).values(
      [1, 2, 3, 4, 5].map((place) => ({
        id: `KB-${word}-${place}`,
        content: `# ${records.title(place)}\n\nIt went well.\n\n## Next time\n\nStart early.`,
        sourceChange: `CHG-${word}-before`,
        polarity: place % 2 === 0 ? ('negative' as const) : ('positive' as const),
        tags: [],
        technologies: [],
        created: '2026-03-09',
        origin: 'entry',
        createdAt: '2026-03-09T12:00:00.000Z',
        updatedAt: '2026-03-09T12:00:00.000Z',
      })),
    )
  })
  return records
}

const offered = (page: Page) => page.getByRole('region', { name: 'Lessons for this change' })
const titlesIn = (page: Page) =>
  offered(page)
    .getByRole('link', { name: /^Lesson \d/ })
    .allTextContents()

test('offers a planned change the lessons that fit', async ({ page, world, signInAs, expectAccessible }) => {
  const records = await addPlannedChange(world)
  await signInAs('viewer')
  await page.goto(`/changes/${records.number}`)
  const reasons = offered(page).getByText(/Same service, svc-own\w+ · .*Also a normal change/)
  await expect(reasons.first()).toBeVisible()
  expect(await titlesIn(page)).toEqual([1, 2, 3].map(records.title))
  await offered(page).getByRole('button', { name: 'Show 2 more' }).click()
  await expect.poll(() => titlesIn(page)).toEqual([1, 2, 3, 4, 5].map(records.title))
  await expect(offered(page).getByRole('listitem').first()).toContainText('Start early.')
  await expectAccessible()
  await offered(page)
    .getByRole('link', { name: records.title(5) })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: records.title(5) })).toBeVisible()
  await page.goBack()
  await expect(offered(page).getByRole('link', { name: records.title(5) })).toBeVisible()

  await page.goto(`/changes/${records.lonely}`)
  await expect(offered(page).getByText('No lesson matches')).toBeVisible()
  await page.goto(`/changes/${records.number}-before`)
  await expect(page.getByRole('heading', { level: 1, name: 'Earlier' })).toBeVisible()
  await expect(offered(page)).toHaveCount(0)
})

test('shows what became of similar changes until a change ends', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  const word = ownWord()
  await withDatabase(world, async (db) => {
    const records = { affectedServices: [`svc-${word}`], title: `Rotate the ${word}` }
    await insertChange(db, `CHG-${word}-next`, { ...records, state: 'scheduled', actualStart: null, actualEnd: null })
    const ended = { ...records, state: 'closed' as const, pirCompleted: true }
    await insertChange(db, `CHG-${word}-good`, { ...ended, pirOutcome: 'successful' })
    await insertChange(db, `CHG-${word}-bad`, { ...ended, pirOutcome: 'failed' })
  })
  await signInAs('viewer')
  await page.goto(`/changes/CHG-${word}-next`)
  const similar = page.getByRole('region', { name: 'Similar changes', exact: true })
  await expect(similar).toContainText('1 of the 2 most similar reviewed changes had issues')
  await expect(similar.getByRole('row').filter({ hasText: `CHG-${word}-bad` })).toContainText('Failed')
  await expectAccessible()
  await page.goto(`/changes/CHG-${word}-bad`)
  await expect(page.getByRole('region', { name: 'Review' })).toBeVisible()
  await expect(similar).toHaveCount(0)
})
