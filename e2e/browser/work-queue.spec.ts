import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { addAccount } from '#e2e/support/own-account.ts'
import { addOwed, cleanOwed } from '#e2e/support/own-owed.ts'
import { ownWord } from '#e2e/support/own-records.ts'

/** Counts the clicks in a page, on every server that it visits; typing is free. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  await page.addInitScript(() => {
    document.addEventListener('pointerdown', () => (window as unknown as { countClick(): void }).countClick(), true)
  })
  return () => clicks
}

const section = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} `) })
const findRow = (page: Page, name: string, number: string) =>
  section(page, name).getByRole('row', { name: new RegExp(`Select ${number}`) })

const overdue = 'Overdue with others'

test('a manager sees unassigned and late reviews, assigns two and reminds of one', async ({ page, signInAsOwn }) => {
  const word = ownWord()
  const one = `A-${word}`
  const two = `B-${word}`
  const late = `C-${word}`
  const reviewer = await addAccount('reviewer')
  const assignment = { reviewer: reviewer.email, reviewerName: reviewer.name }
  await addOwed([
    { number: one, review: { dueOn: '2001-01-01' } },
    { number: two, review: { dueOn: '2001-01-02' } },
    { number: late, review: { dueOn: '2001-01-03', status: 'in_progress', ...assignment } },
  ])
  await signInAsOwn('manager')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await expect(findRow(page, overdue, late)).toContainText('High risk')
  await expect(findRow(page, overdue, late)).toContainText(reviewer.name)
  await expect(findRow(page, overdue, late)).toContainText(/ended [\d,]+ days ago.* d overdue/)
  await expect(findRow(page, overdue, one)).toHaveCount(0)

  for (const number of [one, two]) await findRow(page, 'Unassigned', number).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected reviews' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Assign 2 reviews')
  await expectAccessible(page)
  await dialog.getByPlaceholder('Name of a reviewer or group').fill(reviewer.name)
  await dialog.getByRole('option', { name: new RegExp(`${reviewer.name}\\s*1 open`) }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(`Assigned to ${reviewer.name}.`)).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(findRow(page, 'Unassigned', one)).toHaveCount(0)
  await expect(findRow(page, overdue, one)).toContainText(reviewer.name)

  const remind = async () => {
    await findRow(page, overdue, late).getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Remind' }).click()
    await expect(dialog).toContainText('Send 1 reminder')
    await dialog.getByRole('button', { name: 'Send' }).click()
  }
  await remind()
  await expect(page.getByText('1 reminder sent')).toBeVisible()
  await expect(findRow(page, overdue, late)).toContainText('reminded')
  await remind()
  await expect(dialog.getByText(`${reviewer.name} was reminded today.`)).toBeVisible()
  await expect(dialog).toContainText('0 sent, 1 skipped.')
  await page.goto(`/changes/${late}`)
  await expect(page.getByText('In progress', { exact: true })).toBeVisible()
  await expect(page.getByText('Last saved')).toHaveCount(0)
})

test('a manager goes from one review of a list to the next, also after a reload', async ({ page, signInAsOwn }) => {
  const word = ownWord()
  const numbers = ['A', 'B', 'C'].map((letter) => `${letter}-${word}`)
  const reviewer = await addAccount('reviewer')
  await addOwed(
    numbers.map((number, at) => ({
      number,
      review: {
        status: 'awaiting_sign_off' as const,
        needsSignOff: true,
        reviewer: reviewer.email,
        reviewerName: reviewer.name,
        submittedBy: reviewer.email,
        submittedAt: '2026-03-09T10:00:00.000Z',
        dueOn: `2026-03-1${at}`,
      },
      change: { affectedServices: [`svc-${word}`] },
    })),
  )
  const account = await signInAsOwn('manager')
  const query = `affected_services = svc-${word} AND review_status = awaiting_sign_off`
  const list = `/changes?${new URLSearchParams({ query, sort: 'due_on' })}`
  await page.goto(list)
  await expect(page.getByRole('table', { name: 'Changes' }).getByRole('row')).toHaveCount(4)
  // The list is remembered once the page is hydrated.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('hindsight-list'))).toContain(numbers[0])
  await page.goto(`/changes/${numbers[0]}/review/sign-off`)
  const next = page.getByRole('navigation', { name: 'Next review' })
  const sendBack = async () => {
    await page.getByRole('button', { name: 'Send back', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('The window is missing.')
    await page.getByRole('dialog').getByRole('button', { name: 'Send back', exact: true }).click()
    await expect(next).toBeVisible()
  }
  await sendBack()
  await expect(next.getByRole('link', { name: `Next: Change ${numbers[1]}` })).toBeVisible()
  await expect(next.getByRole('link', { name: 'Back to the changes' })).toHaveAttribute(
    'href',
    `${list}#row-${numbers[1]}`,
  )
  await page.reload()
  await next.getByRole('link', { name: `Next: Change ${numbers[1]}` }).click()
  await expect(page).toHaveURL(`/changes/${numbers[1]}/review/sign-off`)
  await expect(page.getByRole('button', { name: 'Sign off', exact: true })).toBeVisible()
  await expect(next).toHaveCount(0)
  await sendBack()
  // Until the next review is found, the link leads to the top of the list.
  await expect(next.getByRole('link', { name: `Next: Change ${numbers[2]}` })).toBeVisible()
  await next.getByRole('link', { name: 'Back to the changes' }).click()
  await expect(
    page
      .getByRole('row', { name: new RegExp(`${numbers[2]}`) })
      .getByRole('link')
      .first(),
  ).toBeFocused()
  await page.goto(`/changes/${numbers[2]}/review/sign-off`)
  await sendBack()
  await expect(next).toContainText('That was the last one.')
  await page.getByRole('button', { name: `Account of ${account.name}` }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(/sign-in/)
  expect(await page.evaluate(() => sessionStorage.getItem('hindsight-list'))).toBeNull()
})

test('a manager completes the clean ones of the queue, and one of ten is drawn', async ({ page, signInAsOwn }) => {
  const word = ownWord()
  const service = `svc-${word}`
  const numbers = Array.from({ length: 10 }, (_, at) => `N${at}-${word}`)
  const risky = cleanOwed(`R-${word}`, service)
  await addOwed([
    ...numbers.map((number) => cleanOwed(number, service, { dueOn: '2026-03-20' })),
    { ...risky, change: { ...risky.change, risk: 'high' } },
  ])
  await signInAsOwn('manager')
  await page.goto(`/changes?query=${encodeURIComponent(`affected_services = ${service}`)}`)
  const table = page.getByRole('table', { name: 'Changes' })
  await expect(table.getByRole('row')).toHaveCount(12)
  await expect(table.getByRole('columnheader', { name: 'Due' })).toBeVisible()

  const first = table.getByRole('link', { name: /Renew a certificate/ }).first()
  await first.focus()
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Selected reviews' })
  await expect(bar).toContainText('1 selected')
  await bar.getByRole('button', { name: 'Clear the selection' }).click()
  await expect(bar).toHaveCount(0)

  const boxes = table.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.nth(5).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('4 selected')
  await page.getByRole('checkbox', { name: 'Select all open reviews on this page' }).check()
  await expect(bar).toContainText('11 selected')
  await bar.getByRole('button', { name: 'Complete as successful' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('10 of 11 can be completed as successful')
  await expect(dialog.getByRole('listitem').filter({ hasText: `R-${word}` })).toContainText('The risk is high.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Complete 10 reviews' }).click()
  await expect(dialog).toContainText('9 completed, 1 drawn for full review, 1 not done.')
  await expect(dialog.getByText('Drawn at random for full review.')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(table.getByRole('row').filter({ hasText: 'Successful' })).toHaveCount(9)
  await expect(table.getByRole('row').filter({ hasText: 'Sample of a bulk completion' })).toHaveCount(1)

  await page.getByRole('button', { name: 'Unassigned' }).click()
  await expect(table.getByRole('row')).toHaveCount(3)
})

/** The questions of the short form with the answer of a clean change, and another one. */
const questions = [
  [/^Were all 2 steps carried out as planned\?/, 'Yes', 'No'],
  [/backout plan used/, 'No', 'Yes'],
  [/objective of the change met/, 'Yes', 'Partly'],
  ['Did the change cause an incident?', 'No, I looked', 'Yes'],
  ['The risk of this change was', 'Rated correctly', 'Rated too low'],
  ['Is an improvement action needed?', 'No', 'Yes'],
  ['Is there a lesson to publish?', 'No', 'Yes'],
] as const

const choice = (page: Page, question: string | RegExp, answer: string) =>
  page.getByRole('group', { name: question }).getByRole('radio', { name: answer, exact: true })

/** The names of the steps that the service has stored. */
async function readSavedSteps(page: Page, number: string): Promise<string[]> {
  const { review } = await (await page.request.get(`/api/app/v1/changes/${number}/review`)).json()
  const saved = Object.entries<{ version: number }>(review.steps).filter(([, { version }]) => version > 0)
  return saved.map(([step]) => step).toSorted()
}

test('a reviewer reviews a clean change on one screen, with at most 9 clicks, and one that was not in the full form', async ({
  page,
  signInAsOwn,
}) => {
  const word = ownWord()
  const account = await signInAsOwn('reviewer')
  const assignment = { reviewer: account.email, reviewerName: account.name }
  await addOwed([cleanOwed(`S-${word}`, `svc-${word}`, assignment), cleanOwed(`T-${word}`, `svc-${word}`, assignment)])
  const clicks = await countClicks(page)
  await page.goto('/')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await section(page, 'Your reviews')
    .getByRole('link', { name: `Renew a certificate S-${word}` })
    .click()
  await expect(page).toHaveURL(`/changes/S-${word}/review/short`)
  const complete = page.getByRole('button', { name: 'Complete as successful' })
  await expect(complete).toBeDisabled()
  await expectAccessible(page)
  for (const [question, clean] of questions) await choice(page, question, clean).click()
  await page.getByLabel('Remark').fill('Nothing out of the ordinary.')
  // The ninth completes the review; a tenth by mistake does nothing.
  expect(clicks()).toBeLessThanOrEqual(8)
  const completion = Promise.withResolvers<void>()
  await page.route('**/complete', async (route) => {
    await completion.promise
    await route.continue()
  })
  await complete.dblclick()
  // Nobody can type what would come too late.
  await expect(page.locator('[inert]').getByLabel('Remark')).toHaveValue('Nothing out of the ordinary.')
  completion.resolve()
  await expect(page).toHaveURL(`/changes/S-${word}/review/sign-off`)
  await expect(page.getByText(`Completed as PIR-S-${word}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Today' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: `Next: Renew a certificate T-${word}` }).click()
  await expect(page).toHaveURL(`/changes/T-${word}/review/short`)
  const expectAnswers = async (expected: readonly (typeof questions)[number][]) => {
    for (const [question, , other] of expected) await expect(choice(page, question, other)).toBeChecked()
  }
  for (const [question, , other] of questions.slice(0, -1)) await choice(page, question, other).check()
  await expect(page.getByText('1 question is unanswered.')).toBeVisible()
  await expect(page.getByText('This review needs the full form')).toBeVisible()
  await expectAccessible(page)
  for (const [question, , other] of questions.slice(-1)) await choice(page, question, other).check()
  await expect
    .poll(() => readSavedSteps(page, `T-${word}`))
    .toEqual(['improvements', 'incidents', 'lessons', 'plan', 'risk'])
  await page.reload()
  await expectAnswers(questions)
  await expect(page.getByText('One of your answers needs the full form.')).toBeVisible()
  const mine = section(page, 'Your (overdue )?reviews').getByRole('link', { name: `T-${word}` })
  await page.goto('/')
  await mine.click()
  await expect(page).toHaveURL(`/changes/T-${word}/review/short`)
  await page.getByRole('link', { name: 'Continue in the full form' }).click()
  await expect(page).toHaveURL(`/changes/T-${word}/review/plan`)
  await expectAnswers(questions.slice(1, 3))
  await expect(page.getByText('In the short form you said that not all steps')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Everything went as planned' }).click()
  await expect(page.getByText('In the short form you said that not all steps')).toHaveCount(0)
  await page.goto('/')
  await mine.click()
  await expect(page).toHaveURL(`/changes/T-${word}/review/plan`)
  await page.getByRole('button', { name: 'Reassign' }).click()
  await expect(page.getByRole('dialog')).toContainText(/Assign PIR-/)
})
