import type { Locator, Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { expectSaved, openReview } from '#e2e/support/own-review.ts'
import type { World } from '#e2e/support/world.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { incidents } from '#server/schema/changes.ts'

type OwnRecords = { number: string; title: string; soon: string; worded: string; later: string; late: string }

/** Adds a change for one test, with incidents of its service, with its words, and after the usual window. */
async function addChange(world: World): Promise<OwnRecords> {
  const word = ownWord()
  const lamp = ownWord()
  const other = ownWord()
  const service = `svc-${word}`
  const numbered = (place: number) => `INC-${word}-${place}`.toUpperCase()
  const records: OwnRecords = {
    number: `CHG-${word}`,
    title: `Rotate the ${lamp} of ${word}`,
    soon: numbered(1),
    worded: numbered(2),
    later: numbered(3),
    late: numbered(4),
  }
  const incident = (number: string, openedAt: string, shortDescription: string, affectedService: string) => ({
    number,
    openedAt,
    shortDescription,
    affectedService,
    priority: '2 - High',
    priorityLevel: 2,
    state: 'closed' as const,
    origin: 'entry',
    updatedAt: openedAt,
  })
  await withDatabase(world, async (db) => {
    await insertChange(db, records.number, { title: records.title, affectedServices: [service] })
    await db
      .insert(incidents)
      .values([
        incident(records.soon, '2026-03-01T01:45:00.000Z', 'Nothing is lit', service),
        incident(records.worded, '2026-03-01T04:05:00.000Z', `Ships do not see the ${lamp} of ${word}`, `svc-${other}`),
        incident(records.later, '2026-03-05T02:55:00.000Z', 'A lamp is broken', service),
        incident(records.late, '2026-03-12T09:00:00.000Z', 'A lens is dirty', service),
      ])
  })
  return records
}

const candidate = (page: Page, number: string): Locator =>
  page.getByRole('listitem').filter({ hasText: number }).first()
const numbersIn = (region: Locator) => region.getByText(/^INC-OWN\w+-\d$/).allTextContents()

async function weigh(page: Page, records: OwnRecords): Promise<void> {
  const list = page.getByRole('region', { name: /^Incidents \d/ })
  await test.step('candidates come likeliest first, each with its parts', async () => {
    await expect(page.getByText('0 of 3 decided')).toBeVisible()
    expect(await numbersIn(list)).toEqual([records.soon, records.worded, records.later])
    const soon = candidate(page, records.soon)
    await expect(soon).toContainText(/Likely: same service, svc-\w+; 40 minutes after the start/)
    await expect(candidate(page, records.worded)).toContainText(/: .*shares “own\w+”, “own\w+”/)
    await soon.getByText('Why', { exact: true }).click()
    await expect(soon.getByText('30 of 30')).toBeVisible()
    await expect(soon.getByText('Fewer points the later it was opened')).toBeVisible()
  })
  await test.step('one that is rejected stays away from the candidates, with its reason', async () => {
    await candidate(page, records.later).getByRole('button', { name: 'Unrelated', exact: true }).click()
    await page.getByLabel(`Why is ${records.later} unrelated?`).fill('A lamp of another make.')
    await candidate(page, records.soon).getByRole('button', { name: 'Caused by this change' }).click()
    await expectSaved(page)
    await page.reload()
    await expect(page.getByText('2 of 3 decided')).toBeVisible()
    expect(await numbersIn(list)).toEqual([records.soon, records.worded])
    const rejected = page.getByRole('region', { name: /^Rejected earlier/ })
    await expect(rejected).toContainText('A lamp of another make.')
    expect(await numbersIn(rejected)).toEqual([records.later])
    await expect(candidate(page, records.soon).getByRole('button', { name: 'Caused by this change' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })
}

test('shows why each incident is offered, and keeps what was decided', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  const records = await addChange(world)
  await signInAs('reviewer')
  await openReview(page, records, 'incidents')
  await weigh(page, records)
  await expectAccessible()

  await test.step('a wider window brings in what came later', async () => {
    await page.getByLabel(/^To\b/).fill('2026-03-31T00:00')
    await expect(page.getByText('2 of 4 decided')).toBeVisible()
    await expect(candidate(page, records.late)).toBeVisible()
  })
  await test.step('a window that ends before it begins is refused, and the list stays', async () => {
    await page.getByLabel(/^To\b/).fill('2026-01-01T00:00')
    await expect(page.getByText('This window ends before it starts')).toBeVisible()
    await expect(page.getByText('2 of 4 decided')).toBeVisible()
  })
})
