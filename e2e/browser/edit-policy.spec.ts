import type { Locator, Page } from 'playwright/test'
import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { addAccount, type OwnAccount } from '#e2e/support/own-account.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { decideChange, readDecisionBasis } from '#server/reviews/policy/decide-change.ts'
import { insertChange } from '#server/reviews/testing.ts'

/** Types most of a name and picks the person from the suggestions. */
async function pickPerson(page: Page, box: Locator, name: string): Promise<void> {
  await box.fill(name.slice(0, -1))
  await page.getByRole('option', { name }).click()
}

// One test after the other, because each order names all rules: a rule that is added or deleted meanwhile makes it
// fail.
test.describe.configure({ mode: 'default' })

const policyActor = { kind: 'system', id: 'decide-reviews', name: 'Hindsight' } as const

/** Adds a change for one test that ended an hour ago and that no rule of the demo matches. */
async function addChange(number: string): Promise<void> {
  const endedAt = new Date(Date.now() - 3_600_000).toISOString()
  const title = `Turn the cache ${number}`
  await withDatabase((db) =>
    insertChange(db, number, {
      title,
      type: 'standard',
      risk: 'moderate',
      closeCode: 'successful_with_issues',
      affectedServices: [number],
      plannedEnd: new Date(Date.now() + 3_600_000).toISOString(),
      actualEnd: endedAt,
    }),
  )
}

/** Runs the job for one change, because other tests have changes of their own. */
const enterReview = (number: string) =>
  withDatabase(async (db) => {
    const ctx = { db, actor: policyActor, now: new Date(), requestId: `e2e-${number}` }
    return decideChange(ctx, number, await readDecisionBasis(ctx, [number]))
  })

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const ruleIn = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Rules', exact: true }).getByRole('listitem').filter({ hasText: name })

const formerRule = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Former rules that still count' }).getByRole('listitem').filter({ hasText: name })

async function fillRule(page: Page, name: string, reviewer: OwnAccount): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('group', { name: 'Type' }).getByLabel('Standard').check()
  await page.getByRole('group', { name: 'Rated risk' }).getByLabel('Moderate').check()
  await page.getByLabel('Affected services, at least').fill('1')
  await page.getByRole('group', { name: 'Closed as' }).getByLabel('Successful with issues').check()
  await page.getByRole('radio', { name: /^Short/ }).check()
  await page.getByLabel('Due in business days').fill('3')
  await page.getByRole('radio', { name: 'A person' }).check()
  await pickPerson(page, page.getByRole('combobox', { name: 'Person' }), reviewer.name)
}

test('a manager writes a rule with its preview, and changes get their reviews by it', async ({ page, signInAs }) => {
  const word = ownWord()
  const fits = `Standard change, risk rated moderate, affects 1 service, closed as successful with issues`
  const first = `CHG-${word}-1`
  const second = `CHG-${word}-2`
  const reviewer = await addAccount('reviewer')
  await addChange(first)
  await signInAs('manager')

  await test.step('sees the rules in words', async () => {
    await page.goto('/admin/policy')
    await expect(ruleIn(page, 'Emergency change')).toContainText('Type is emergency')
    await expect(ruleIn(page, 'Emergency change')).toContainText('Due in 5 business days')
  })

  await test.step('tries a new one before it is saved', async () => {
    await page.getByRole('link', { name: 'New rule' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New rule' })).toBeVisible()
    await expect(preview(page).getByRole('status')).toContainText(/Would have matched \d+ of the last \d+ changes/)
    await fillRule(page, `Rule ${word}`, reviewer)
    await expect(preview(page).getByRole('link', { name: first })).toBeVisible()
    await expect(preview(page)).toContainText(fits)
    await page.getByLabel('Overrun in minutes').fill('soon')
    await expect(preview(page).getByRole('status')).toHaveText(/^Correct the form/)
    await page.getByRole('button', { name: 'Save rule' }).click()
    await expect(page.getByText('Enter a whole number from 0 to 100,000.')).toBeVisible()
    await page.getByLabel('Overrun in minutes').fill('')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save rule' }).click()
    await expect(page).toHaveURL('/admin/policy')
    await expect(ruleIn(page, word)).toContainText(`Assigned to ${reviewer.name}`)
  })

  await test.step('finds the review that a change in review got by itself', async () => {
    expect(await enterReview(first)).toBe('owed')
    await page.goto(`/changes/${first}`)
    const card = page.getByRole('region', { name: 'Review', exact: true })
    await expect(card).toContainText(`Rule ${word} — ${fits}`)
    // The rule gives the short form, with which a change that had issues cannot be completed.
    await expect(card).toContainText('Full form')
    await expect(card).toContainText(`${reviewer.name}: named by the rule “Rule ${word}”`)
    await expectAccessible(page)
  })

  await test.step('changes the rule, which leaves past decisions alone and says which open review it touches', async () => {
    const request = page.context().request
    const decided = async (number: string) =>
      (await (await request.get(`/api/app/v1/changes/${number}/decision`)).json()).decision
    const before = await decided(first)
    await page.goto('/admin/policy')
    await ruleIn(page, word)
      .getByRole('link', { name: `Rule ${word}` })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: `Rule ${word}` })).toBeVisible()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Edited ${word}`)
    await page.getByLabel('Due in business days').fill('20')
    const form = page.getByRole('form', { name: 'Rule' })
    await expect(form).toContainText('It touches no open review.')
    await page.getByRole('checkbox', { name: /^Needs sign-off/ }).check()
    await expect(form).toContainText(`1 open review will need a sign-off, and stay so`)
    await expect(form.getByRole('link', { name: first })).toBeVisible()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await expect(ruleIn(page, `Edited ${word}`)).toContainText('Due in 20 business days')
    await addChange(second)
    expect(await enterReview(first)).toBeNull()
    expect(await enterReview(second)).toBe('owed')
    expect(await decided(first)).toEqual(before)
    const after = await decided(second)
    expect(after.reasons[0].rule).toBe(`Edited ${word}`)
    expect(after.due_on > before.due_on).toBe(true)
    await page.goto(`/changes/${first}`)
    const card = page.getByRole('region', { name: 'Review', exact: true })
    await expect(card).toContainText(`Edited ${word} — ${fits}`)
    await expect(card).toContainText('needs sign-off')
    await expect(page.getByText(`by the rule “Edited ${word}”`)).toBeVisible()
  })

  await test.step('switches it off and deletes it', async () => {
    await page.goto('/admin/policy')
    const rule = ruleIn(page, word)
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
    await rule.getByRole('switch').click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('2 open reviews will still need a sign-off by the rule as it was')
    await question.getByRole('button', { name: 'Switch off' }).click()
    await saved
    await expect(rule.getByRole('switch')).not.toBeChecked()
    await expect(rule).toContainText('Off')
    // The page as it is now, with the version that was saved.
    await page.reload()
    await rule.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(rule).toBeHidden()
    await expect(formerRule(page, word)).toContainText('Another manager confirms it.')
  })

  await test.step('has another manager confirm that the rule no longer counts', async () => {
    await signInAs('admin')
    await page.goto('/admin/policy')
    await expect(formerRule(page, word)).toContainText(`By it need a sign-off: ${first}`)
    await expectAccessible(page)
    await formerRule(page, word).getByRole('button', { name: 'Confirm' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('It was ticked by mistake.')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    // The page behind an open dialog is hidden too.
    await expect(dialog).toBeHidden()
    await expect(formerRule(page, word)).toBeHidden()
    await page.goto(`/changes/${first}`)
    const card = page.getByRole('region', { name: 'Review', exact: true })
    await expect(card).toContainText(`Rule ${word} — ${fits}`)
    await expect(card).not.toContainText('needs sign-off')
  })
})

test('a manager keeps the order of a group', async ({ page, signInAs }) => {
  const word = ownWord()
  const reviewer = await addAccount('reviewer')
  await signInAs('manager')
  await page.goto('/admin/policy')

  const groups = page.getByRole('region', { name: 'Groups' })
  await groups.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save group' }).click()
  await expect(dialog.getByText('Choose at least one member.')).toBeVisible()
  await dialog.getByLabel('Name').fill(`Group ${word}`)
  await pickPerson(page, dialog.getByLabel('Add a member'), 'Noor Haddad')
  await pickPerson(page, dialog.getByLabel('Add a member'), reviewer.name)
  await dialog.getByRole('button', { name: `Move ${reviewer.name} up` }).click()
  await expect(dialog.getByRole('listitem')).toHaveText([reviewer.name, 'Noor Haddad'])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save group' }).click()
  const group = groups.getByRole('listitem').filter({ hasText: `Group ${word}` })
  await expect(group).toContainText('No assignments yet')
  await group.getByRole('button', { name: `Actions for Group ${word}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(group).toBeHidden()
})

test('a check shows the error of its filter, and is deleted once that is confirmed, as a factor is', async ({
  page,
  signInAs,
}) => {
  expectConsoleErrors(page, /status of 400/)
  const word = crypto.randomUUID().slice(0, 8)
  await signInAs('manager')
  await page.goto('/admin/policy')
  await page.getByRole('button', { name: 'New check' }).click()
  const dialog = page.getByRole('dialog', { name: 'New check' })
  await dialog.getByLabel('Question').fill(`Told ${word}?`)
  await dialog.getByLabel('Asked of changes with').fill('colour = red')
  await dialog.getByRole('button', { name: 'Save check' }).click()
  await expect(dialog.getByLabel('Asked of changes with')).toBeFocused()
  await expect(dialog.getByText(/This is no filter of changes/)).toBeInViewport({ ratio: 1 })
  await dialog.getByLabel('Asked of changes with').fill('type = emergency')
  await dialog.getByRole('button', { name: 'Save check' }).click()
  await expect(dialog).toBeHidden()
  await page.getByLabel('Name of the factor').fill(`Haste ${word}`)
  await page.getByRole('form', { name: 'New factor' }).getByRole('button', { name: 'Add' }).click()
  await expect(page.getByLabel('Name of the factor')).toHaveValue('')
  for (const [label, title, verb] of [
    [`Delete “Told ${word}?”`, 'Delete the check?', 'Delete'],
    [`Remove Haste ${word}`, `Remove the factor “Haste ${word}”?`, 'Remove'],
  ] as const) {
    const question = page.getByRole('alertdialog', { name: title })
    await page.getByRole('button', { name: label }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: label }).click()
    await expectAccessible(page)
    await question.getByRole('button', { name: verb }).click()
    await expect(page.getByRole('button', { name: label })).toHaveCount(0)
  }
})
