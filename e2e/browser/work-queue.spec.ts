import type { Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addAccount, type OwnAccount } from '#e2e/support/own-account.ts'
import { addOwed, cleanOwed } from '#e2e/support/own-owed.ts'
import { addQuestion } from '#e2e/support/own-question.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { pressShortcut } from '#e2e/support/press-shortcut.ts'
import { signInWith } from '#e2e/support/sign-in.ts'
import type { World } from '#e2e/support/world.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { policyDecisions } from '#server/schema/policy.ts'

/** Signs in with a new account. */
async function signInAsOwn(page: Page, { production }: World, role: Role): Promise<OwnAccount> {
  const account = await addAccount(production, role)
  await signInWith(page.request, production, account)
  return account
}

const section = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} `) })
const findRow = (page: Page, name: string, number: string) =>
  section(page, name).getByRole('row', { name: new RegExp(`Select ${number}`) })

const overdue = 'Overdue with others'

test('a manager sees unassigned and late reviews, assigns two and reminds of one', async ({
  page,
  world,
  expectAccessible,
}) => {
  test.slow()
  const word = ownWord()
  const one = `A-${word}`
  const two = `B-${word}`
  const late = `C-${word}`
  const reviewer = await addAccount(world.production, 'reviewer')
  const assignment = { reviewer: reviewer.email, reviewerName: reviewer.name }
  await addOwed(world, [
    { number: one, review: { dueOn: '2001-01-01' } },
    { number: two, review: { dueOn: '2001-01-02' } },
    { number: late, review: { dueOn: '2001-01-03', status: 'in_progress', ...assignment } },
  ])
  await signInAsOwn(page, world, 'manager')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await expect(findRow(page, overdue, late)).toContainText('High risk')
  await expect(findRow(page, overdue, late)).toContainText(reviewer.name)
  await expect(findRow(page, overdue, late)).toContainText(/ended [\d,]+ days ago.* d overdue/)
  await expect(findRow(page, overdue, one)).toHaveCount(0)
  await expectAccessible()

  for (const number of [one, two]) await findRow(page, 'Unassigned', number).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected reviews' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Assign 2 reviews')
  await expectAccessible()
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

test('a change that needs no review does not claim to wait for one', async ({ page, world }) => {
  const number = `F-${ownWord()}`
  await withDatabase(world, async (db) => {
    const decidedAt = new Date().toISOString()
    const decision = { changeNumber: number, isOwed: false, isSampled: false, reasons: [], decidedAt, origin: 'policy' }
    await db.insert(policyDecisions).values(decision)
    await insertChange(db, number)
  })
  await signInAsOwn(page, world, 'reviewer')
  await page.goto(`/changes/${number}`)
  await expect(page.getByText('No review required')).toBeVisible()
  await expect(page.getByText(/waits for its review/)).toHaveCount(0)
})

test('a manager assigns reviews by keys alone, on Today and in the queue', async ({
  page,
  world,
  expectAccessible,
}) => {
  const word = ownWord()
  const first = `A-${word}`
  const second = `B-${word}`
  const third = `C-${word}`
  const reviewer = await addAccount(world.production, 'reviewer')
  await addOwed(world, [
    { number: first, review: { dueOn: '2000-12-01' }, change: { affectedServices: [`svc-${word}`] } },
    ...[second, third].map((number) => ({ number, change: { affectedServices: [`svc-${word}`] } })),
  ])
  await signInAsOwn(page, world, 'manager')
  const assignByKeys = async (number: string) => {
    const dialog = page.getByRole('dialog', { name: `Assign ${number}` })
    await pressShortcut(page, ['a'], dialog)
    await expect(dialog.getByRole('combobox', { name: 'Reviewer' })).toBeFocused()
    await expect(dialog.getByRole('option').first()).toBeVisible()
    await page.keyboard.type(reviewer.name)
    await expect(dialog.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(`Assigned to ${reviewer.name}.`).first()).toBeVisible()
  }
  await page.goto('/')
  await findRow(page, 'Unassigned', first).getByRole('link').focus()
  await assignByKeys(first)
  await expect(findRow(page, overdue, first)).toContainText(reviewer.name)

  await page.goto(
    `/changes?query=${encodeURIComponent(`affected_services = svc-${word} AND is_unassigned = true`)}&sort=number`,
  )
  const rows = page.getByRole('table', { name: 'Changes' }).getByRole('row')
  const row = rows.filter({ hasText: second })
  await expect(row).toBeVisible()
  await pressShortcut(page, ['?'], page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  await expect(page.getByRole('dialog').getByText('Assign the row or the selected rows')).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await row.getByRole('link').first().focus()
  await assignByKeys(second)
  await expect(row).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(rows.filter({ hasText: third }).getByRole('link').first()).toBeFocused()
})

test('a manager goes from one review of a list to the next, also after a reload', async ({ page, world }) => {
  const word = ownWord()
  const numbers = ['A', 'B', 'C'].map((letter) => `${letter}-${word}`)
  const reviewer = await addAccount(world.production, 'reviewer')
  await addOwed(
    world,
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
  const account = await signInAsOwn(page, world, 'manager')
  const query = `affected_services = svc-${word} AND review_status = awaiting_sign_off`
  const list = `/changes?${new URLSearchParams({ query, sort: 'due_on' })}`
  await page.goto(list)
  await expect(page.getByRole('table', { name: 'Changes' }).getByRole('row')).toHaveCount(4)
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
  await bar.getByRole('button', { name: 'Complete as successful' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('10 of 11 can be completed as successful')
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
  const assignment = { reviewer: account.email, reviewerName: account.name }
  await addOwed(world, [
    cleanOwed(`S-${word}`, `svc-${word}`, assignment),
    cleanOwed(`T-${word}`, `svc-${word}`, assignment),
  ])
  await page.goto('/')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await section(page, 'Your reviews')
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
  await complete.dblclick()
  await expect(page).toHaveURL(`/changes/S-${word}/review/sign-off`)
  await expect(page.getByText(`Completed as PIR-S-${word}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Today' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: `Next: Renew a certificate T-${word}` }).click()
  await expect(page).toHaveURL(`/changes/T-${word}/review/short`)

  await answer(/backout plan used/, 'No')
  await page.waitForResponse((response) => response.url().endsWith('/steps/plan') && response.ok())
  await page.reload()
  await expect(page.getByRole('group', { name: /backout plan used/ }).getByRole('radio', { name: 'No' })).toBeChecked()
  await page.getByRole('link', { name: 'Full form' }).click()
  await page.getByRole('button', { name: 'Reassign' }).click()
  await expect(page.getByRole('dialog')).toContainText(/Assign PIR-/)
})

test('a reviewer finds what was sent back first, and nothing that was submitted', async ({
  page,
  world,
  expectAccessible,
}) => {
  const word = ownWord()
  const account = await signInAsOwn(page, world, 'reviewer')
  const assignment = { reviewer: account.email, reviewerName: account.name }
  const returned = {
    kind: 'returned' as const,
    at: '2026-03-09T10:00:00.000Z',
    by: 'Henrike Vos',
    reason: 'The window is missing.',
  }
  const long = 'Unbroken'.repeat(20)
  await addOwed(world, [
    { number: `B-${word}`, review: { ...assignment, status: 'in_progress', dueOn: '2026-03-01', returned } },
    { number: `L-${word}`, review: { ...assignment, dueOn: '2026-03-02' }, change: { title: long } },
    { number: `M-${word}`, review: { ...assignment, dueOn: '2999-01-01' } },
    { number: `W-${word}`, review: { ...assignment, status: 'awaiting_sign_off', dueOn: '2026-03-01' } },
  ])
  await page.goto('/')
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings).toHaveText(['Sent back to you 1', 'Your overdue reviews 1', 'Your reviews 1'])
  await expect(section(page, 'Sent back to you')).toContainText('Sent back by Henrike Vos: The window is missing.')
  await expect(page.getByText(`W-${word}`)).toHaveCount(0)
  await expectAccessible()
  for (const width of [1440, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0)
    for (const region of await page.getByRole('main').getByRole('region').all()) {
      const [scrollWidth, clientWidth] = await region.evaluate((element) => [element.scrollWidth, element.clientWidth])
      expect(scrollWidth, `at ${width} px`).toBeLessThanOrEqual(clientWidth)
    }
  }
})

test('a viewer finds their changes, their actions and the questions to them', async ({
  page,
  world,
  request,
  tokens,
  expectAccessible,
}) => {
  const { email } = await signInAsOwn(page, world, 'viewer')
  const done = `Y-${ownWord()}`
  const askedNumber = `Z-${ownWord()}`
  await addOwed(world, [
    { number: done, review: { status: 'completed' }, change: { assignedTo: email, pirOutcome: 'failed' } },
    { number: askedNumber, change: { requestedBy: email } },
  ])
  await addQuestion(world, {
    reference: `PIR-${askedNumber}`,
    question: `Did ${askedNumber} work for you?`,
    requester: email,
  })
  await request.post('/api/itsm/v1/improvements', {
    headers: { authorization: `Bearer ${tokens.itsm.write}` },
    data: { title: 'Rehearse', source_type: 'pir', source_ref: `PIR-${done}`, owner: email, target_date: '2030-01-01' },
  })
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Questions to you 1',
    'Your actions 1',
    'Your changes 2',
  ])
  await expect(page.getByText(/caught up|No reviews are assigned/)).toHaveCount(0)
  const changes = page.getByRole('region', { name: /^Your changes / })
  await expect(changes.getByRole('row', { name: done })).toContainText(/you are the implementer.*Failed/)
  await expect(changes.getByRole('row', { name: askedNumber })).toContainText(/you are the requester.*Not started/)
  await expectAccessible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await changes.getByRole('link', { name: 'View all: Your changes' }).click()
  await expect(page.getByRole('link', { name: `Change ${askedNumber}` })).toBeVisible()
  await page.goto('/')
  await page.getByRole('link', { name: `Answer: Did ${askedNumber} work for you?` }).click()
  await expect(page.getByText(`Did ${askedNumber} work for you?`)).toBeVisible()
})

test('a person finds the changes of their team', async ({ page, world, expectAccessible }) => {
  const account = await signInAsOwn(page, world, 'viewer')
  const word = ownWord()
  const ofTeam = { assignmentGroup: `Team ${word}`, createdAt: new Date().toISOString() }
  await page.goto('/changes')
  await expect(page.getByRole('button', { name: /^Open reviews/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^My team/ })).toHaveCount(0)
  await addOwed(world, [
    { number: `T-${word}`, change: { ...ofTeam, assignedTo: account.email } },
    { number: `U-${word}`, change: ofTeam },
  ])
  await page.goto('/changes')
  await page.getByRole('button', { name: 'My team 2' }).click()
  const rows = page.getByRole('table', { name: 'Changes' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: `U-${word}` })).toContainText(`Team ${word}`)
  await expectAccessible()
})

test('a viewer has nothing to do, and reads what Today is for', async ({ page, world, expectAccessible }) => {
  await signInAsOwn(page, world, 'viewer')
  await page.goto('/')
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await expect(page.getByText(/caught up|No reviews are assigned/)).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'All changes' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expectAccessible()
})

test('a visitor signs in at once and sees the shell', async ({ page, world, expectAccessible }) => {
  const { email, password } = await addAccount(world.production, 'viewer')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'API reference' })).toBeVisible()
  await expectAccessible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the first page and the selection fit', async ({ page, world, expectAccessible }) => {
    const number = `P-${ownWord()}`
    await addOwed(world, [{ number, review: { dueOn: '2001-01-05' } }])
    await signInAsOwn(page, world, 'manager')
    await page.goto('/')
    await findRow(page, 'Unassigned', number).getByRole('checkbox').check()
    await expect(page.getByRole('region', { name: 'Selected reviews' })).toBeInViewport()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    // At the end of the page the bar covers no row.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expectAccessible()
  })
})
