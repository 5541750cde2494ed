import type { Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addAccount } from '#e2e/support/own-account.ts'
import { addOwed, cleanOwed } from '#e2e/support/own-owed.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { signInWith } from '#e2e/support/sign-in.ts'
import type { World } from '#e2e/support/world.ts'
import { type changes, incidents } from '#server/schema/changes.ts'

/** Adds a review of a clean change with its own reviewer, and signs in as that reviewer. */
async function addOwn(page: Page, world: World, change: Partial<typeof changes.$inferInsert> = {}) {
  const word = ownWord()
  const account = await addAccount(world.production, 'reviewer')
  const assignment = { reviewer: account.email, reviewerName: account.name }
  const clean = cleanOwed(`V-${word}`, `svc-${word}`, assignment)
  const title = `Swap ${clean.number}`
  await addOwed(world, [{ ...clean, change: { ...clean.change, title, ...change } }])
  await signInWith(page.request, world.production, account)
  return { number: clean.number, title, service: `svc-${word}` }
}

async function addIncidents(world: World, service: string) {
  const word = ownWord()
  const urgent = `INC-${word}-1`.toUpperCase()
  const later = `INC-${word}-2`.toUpperCase()
  const incident = (number: string, openedAt: string, level: number, priority: string) => ({
    number,
    openedAt,
    priority,
    priorityLevel: level,
    affectedService: service,
    updatedAt: openedAt,
    shortDescription: `Checkout answers slowly ${number}`,
    state: 'closed' as const,
    origin: 'entry',
  })
  await withDatabase(world, (db) =>
    db
      .insert(incidents)
      .values([
        incident(urgent, '2026-03-01T04:00:00.000Z', 2, '2 - High'),
        incident(later, '2026-03-04T09:00:00.000Z', 4, '4 - Low'),
      ]),
  )
  return { urgent, later }
}

const group = (page: Page, question: string | RegExp) => page.getByRole('group', { name: question })
const answer = (page: Page, question: string | RegExp, choice: string) =>
  group(page, question).getByRole('radio', { name: choice, exact: true }).check()

const clean = [
  [/^Were all 2 steps/, 'Yes'],
  [/backout plan used/, 'No'],
  [/objective of the change met/, 'Yes'],
  ['Did the change cause an incident?', 'No, I looked'],
  ['The risk of this change was', 'Rated correctly'],
  ['Is an improvement action needed?', 'No'],
  ['Is there a lesson to publish?', 'No'],
] as const
const others = [
  [/^Were all 2 steps/, 'No'],
  [/backout plan used/, 'Yes'],
  [/objective of the change met/, 'Partly'],
  ['Did the change cause an incident?', 'Yes'],
  ['The risk of this change was', 'Rated too low'],
  ['Is an improvement action needed?', 'Yes'],
  ['Is there a lesson to publish?', 'Yes'],
] as const

async function expectAnswers(page: Page, answers: readonly (readonly [string | RegExp, string])[]) {
  for (const [question, choice] of answers) {
    await expect(group(page, question).getByRole('radio', { name: choice, exact: true })).toBeChecked()
  }
}

/** Answers questions in turn, and waits until the service has stored all answers. */
async function answerAll(page: Page, number: string, answers: readonly (readonly [string | RegExp, string])[]) {
  for (const [question, choice] of answers) await answer(page, question, choice)
  await expect
    .poll(async () => {
      const { review } = await (await page.request.get(`/api/app/v1/changes/${number}/review`)).json()
      const saved = Object.entries<{ version: number }>(review.steps).filter(([, { version }]) => version > 0)
      return saved.map(([step]) => step).toSorted()
    })
    .toEqual(['improvements', 'incidents', 'lessons', 'plan', 'risk'])
  await expect(page.getByText(/not saved/i)).toHaveCount(0)
}

const mine = (page: Page, title: string) =>
  page.getByRole('region', { name: /^Your (overdue )?reviews / }).getByRole('link', { name: title })

test('every answer of the short form survives a reload and a switch to the full form', async ({
  page,
  world,
  expectAccessible,
}) => {
  const { number, title } = await addOwn(page, world)
  await page.goto(`/changes/${number}/review/short`)
  await answerAll(page, number, others)
  await page.reload()
  await expectAnswers(page, others)
  await expect(page.getByText('One of your answers needs the full form.')).toBeVisible()
  await expectAccessible()

  await page.goto('/')
  await mine(page, title).click()
  await expect(page).toHaveURL(`/changes/${number}/review/short`)
  await expectAnswers(page, others)
  await page.getByRole('link', { name: 'Continue in the full form' }).click()
  await expect(page).toHaveURL(`/changes/${number}/review/plan`)
  await expectAnswers(page, others.slice(1, 3))
  await expect(page.getByText('In the short form you said that not all steps')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Everything went as planned' }).click()
  await expect(page.getByText('In the short form you said that not all steps')).toHaveCount(0)

  await page.goto('/')
  await mine(page, title).click()
  await expect(page).toHaveURL(`/changes/${number}/review/plan`)
})

test('candidates are shown with their score and decided in the short form', async ({
  page,
  world,
  expectAccessible,
}) => {
  const { number, service } = await addOwn(page, world)
  const { urgent, later } = await addIncidents(world, service)
  await page.goto(`/changes/${number}/review`)
  await expect(page).toHaveURL(`/changes/${number}/review/short`)
  await expect(page.getByText('0 of 2 decided')).toBeVisible()
  const candidate = page.getByRole('listitem').filter({ hasText: urgent }).first()
  await expect(candidate).toContainText(/(?:Very likely|Likely|Possible): /)
  await expect(candidate).toContainText(`same service, ${service}`)
  await answerAll(page, number, clean)
  const complete = page.getByRole('button', { name: 'Complete as successful' })
  await expect(complete).toBeDisabled()
  const status = page.getByRole('status').filter({ hasText: 'Urgent' })
  await expect(status).toHaveText(`Urgent incidents on its services soon after: ${urgent}.`)
  await expectAccessible()

  await candidate.getByRole('button', { name: 'Unrelated', exact: true }).click()
  await expect(page.getByText(`Say why ${urgent} is unrelated to the change.`)).toBeVisible()
  await candidate.getByRole('button', { name: 'Other cause known' }).click()
  await expect(page.getByLabel(`Why is ${urgent} unrelated?`)).toHaveValue('Other cause known')
  await expect(complete).toBeEnabled()
  await expectAccessible()

  await page.getByRole('listitem').filter({ hasText: later }).getByRole('button', { name: 'Caused by this' }).click()
  await expectAnswers(page, [['Did the change cause an incident?', 'Yes']])
  await expect(complete).toBeDisabled()
  await page.getByRole('listitem').filter({ hasText: later }).getByRole('button', { name: 'Caused by this' }).click()
  await answer(page, 'Did the change cause an incident?', 'No, I looked')
  await complete.click()
  await expect(page).toHaveURL(`/changes/${number}/review/sign-off`)
  await expect(page.getByText(`Completed as PIR-${number}`)).toBeVisible()
  await page.goto(`/changes/${number}/report`)
  await expect(page.getByText('Other cause known')).toBeVisible()
})
