import type { Page } from 'playwright/test'
import type { Role } from '#lib/contracts/endpoint.ts'
import { expect, test } from './fixtures.ts'
import { addAccount, type OwnAccount } from './own-account.ts'
import { addOwed, cleanOwed } from './own-owed.ts'
import { ownWord } from './own-records.ts'
import { signInWith } from './sign-in.ts'
import type { World } from './world.ts'

/** Signs in as a person of this test alone. */
async function signInAsOwn(page: Page, { production }: World, role: Role): Promise<OwnAccount> {
  const account = await addAccount(production, role)
  await signInWith(page.request, production, account)
  return account
}

const section = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} `) })
const rowOf = (page: Page, name: string, number: string) =>
  section(page, name).getByRole('row', { name: new RegExp(`Select ${number}`) })

test('a manager sees in the morning what is owed, assigns two and reminds of one', async ({
  page,
  world,
  expectAccessible,
}) => {
  test.slow()
  const word = ownWord()
  const [one, two, late] = [`A-${word}`, `B-${word}`, `C-${word}`]
  const reviewer = await addAccount(world.production, 'reviewer')
  const has = { reviewer: reviewer.email, reviewerName: reviewer.name }
  await addOwed(world, [
    { number: one, review: { dueOn: '2001-01-01' } },
    { number: two, review: { dueOn: '2001-01-02' } },
    { number: late, review: { dueOn: '2001-01-03', status: 'in_progress', ...has } },
  ])
  await signInAsOwn(page, world, 'manager')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await expect(rowOf(page, 'Overdue', late)).toContainText('High risk')
  await expect(rowOf(page, 'Overdue', late)).toContainText(reviewer.name)
  await expect(rowOf(page, 'Overdue', late)).toContainText(/days overdue.*\d days/)
  await expect(section(page, 'Mine')).toContainText("You're all caught up.")
  await expect(page.getByRole('region', { name: /^My actions / })).toContainText('No open actions.')
  await expectAccessible()

  for (const number of [one, two]) await rowOf(page, 'Unassigned', number).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected reviews' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Assign 2 reviews')
  await dialog.getByLabel('Reviewer').selectOption({ label: `${reviewer.name} · 1 open` })
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog.getByText(`Assigned to ${reviewer.name}.`)).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(bar).toHaveCount(0)
  await expect(rowOf(page, 'Unassigned', one)).toHaveCount(0)
  await expect(rowOf(page, 'Overdue', one)).toContainText(reviewer.name)

  const remind = async () => {
    await rowOf(page, 'Overdue', late).getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Remind' }).click()
    await dialog.getByRole('button', { name: 'Remind' }).click()
  }
  await remind()
  await expect(dialog.getByText(`Reminded ${reviewer.name}.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, 'Overdue', late)).toContainText('reminded')
  await remind()
  await expect(dialog.getByText(`${reviewer.name} was reminded today.`)).toBeVisible()
  await expect(dialog).toContainText('0 done, 1 not done.')
})

test('a manager completes the clean ones of the queue, and one of ten is drawn', async ({
  page,
  world,
  expectAccessible,
}) => {
  test.slow()
  const word = ownWord()
  const service = `svc-${word}`
  const numbers = Array.from({ length: 10 }, (_, at) => `N${at}-${word}`)
  const risky = cleanOwed(`R-${word}`, service)
  await addOwed(world, [
    ...numbers.map((number) => cleanOwed(number, service, { dueOn: '2026-03-20' })),
    { ...risky, change: { ...risky.change, risk: 'high' } },
  ])
  await signInAsOwn(page, world, 'manager')
  await page.goto(`/changes?query=${encodeURIComponent(`affected_services = ${service}`)}`)
  const table = page.getByRole('table', { name: 'Changes' })
  await expect(table.getByRole('row')).toHaveCount(12)
  await expect(table.getByRole('columnheader', { name: 'Due' })).toBeVisible()
  await expectAccessible()

  const first = table.getByRole('link', { name: /Renew a certificate/ }).first()
  await first.focus()
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Selected reviews' })
  await expect(bar).toContainText('1 selected')
  await bar.getByRole('button', { name: 'Clear the selection' }).click()
  await expect(bar).toHaveCount(0)

  await page.getByRole('checkbox', { name: 'Select all open reviews on this page' }).check()
  await expect(bar).toContainText('11 selected')
  await bar.getByRole('button', { name: 'Complete clean ones' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('10 of 11 are clean.')
  await expect(dialog.getByRole('listitem').filter({ hasText: `R-${word}` })).toContainText('The risk is high.')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Complete 10 reviews' }).click()
  await expect(dialog).toContainText('9 completed, 1 drawn for full review, 1 not done.')
  await expect(dialog.getByText('Drawn at random for full review.')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(table.getByRole('row').filter({ hasText: 'Successful' })).toHaveCount(9)
  await expect(table.getByRole('row').filter({ hasText: 'Sample of a bulk completion' })).toHaveCount(1)

  await page.getByRole('button', { name: 'Unassigned' }).click()
  await expect(table.getByRole('row')).toHaveCount(3)
})

test('a reviewer finds a clean change among theirs and reviews it on one screen', async ({
  page,
  world,
  expectAccessible,
}) => {
  test.slow()
  const word = ownWord()
  const account = await signInAsOwn(page, world, 'reviewer')
  const has = { reviewer: account.email, reviewerName: account.name }
  await addOwed(world, [cleanOwed(`S-${word}`, `svc-${word}`, has), cleanOwed(`T-${word}`, `svc-${word}`, has)])
  await page.goto('/')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await section(page, 'Mine')
    .getByRole('link', { name: `Renew a certificate S-${word}` })
    .click()
  await expect(page).toHaveURL(`/changes/S-${word}/review/short`)
  const complete = page.getByRole('button', { name: 'Complete as successful' })
  await expect(complete).toBeDisabled()
  await expectAccessible()
  const answer = (question: string | RegExp, choice: string) =>
    page.getByRole('group', { name: question }).getByRole('radio', { name: choice, exact: true }).check()
  await answer('Were all 2 steps carried out as planned?', 'Yes')
  await answer(/backout plan used/, 'No')
  await answer(/objective of the change met/, 'Partly')
  await expect(page.getByText('This review needs the full form')).toBeVisible()
  await expectAccessible()
  await answer(/objective of the change met/, 'Yes')
  await answer('Did the change cause an incident?', 'No, I looked')
  await answer('The risk of this change was', 'Rated correctly')
  await answer('Is an improvement action needed?', 'No')
  await expect(page.getByText('1 question is unanswered.')).toBeVisible()
  await answer('Is there a lesson to publish?', 'No')
  await page.getByLabel('Remark').fill('Nothing out of the ordinary.')
  await complete.click()
  await expect(page).toHaveURL(`/changes/S-${word}/review/sign-off`)
  await expect(page.getByText(`Completed as PIR-S-${word}`)).toBeVisible()

  await page.goto(`/changes/T-${word}/review/short`)
  await answer(/backout plan used/, 'No')
  await page.waitForResponse((response) => response.url().endsWith('/steps/plan') && response.ok())
  await page.reload()
  await expect(page.getByRole('group', { name: /backout plan used/ }).getByRole('radio', { name: 'No' })).toBeChecked()
  await page.getByRole('link', { name: 'Full form' }).click()
  await page.getByRole('button', { name: 'Reassign' }).click()
  await expect(page.getByRole('dialog')).toContainText('Assign 1 review')
})

test('a viewer sees what is owed and no buttons', async ({ page, world, expectAccessible }) => {
  await signInAsOwn(page, world, 'viewer')
  await page.goto('/')
  await expect(section(page, 'Overdue')).toBeVisible()
  await expect(section(page, 'Mine')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expectAccessible()
})

test('a visitor reads what Hindsight is, signs in and sees the shell', async ({ page, world, expectAccessible }) => {
  const { email, password } = await addAccount(world.production, 'viewer')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Post-implementation reviews of IT changes' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the first page and the selection fit', async ({ page, world, expectAccessible }) => {
    const number = `P-${ownWord()}`
    await addOwed(world, [{ number, review: { dueOn: '2001-01-05' } }])
    await signInAsOwn(page, world, 'manager')
    await page.goto('/')
    await rowOf(page, 'Unassigned', number).getByRole('checkbox').check()
    await expect(page.getByRole('region', { name: 'Selected reviews' })).toBeInViewport()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible()
  })
})
