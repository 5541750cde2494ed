import type { Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addAccount, openAdmin } from '#e2e/support/own-account.ts'
import { addOwed } from '#e2e/support/own-owed.ts'
import { ownWord } from '#e2e/support/own-records.ts'
import { pickPerson } from '#e2e/support/pick-person.ts'
import { recordSecrets } from '#e2e/support/recorded-secrets.ts'
import { finishImport } from '#e2e/support/run-queued-imports.ts'
import { signInWith } from '#e2e/support/sign-in.ts'

const phone = { width: 360, height: 740 }

const readLink = async (page: Page) => (await page.getByText(/\/sign-in\/reset#invite_/).textContent()) ?? ''

test('an admin adds people from a file, corrects a row, and an invited person chooses a password', async ({
  page,
  world,
  browser,
  baseURL,
  signInAs,
  expectAccessible,
}) => {
  const word = ownWord().toLowerCase()
  const ada = `ada.${word}@hindsight.example`
  const bea = `bea.${word}@hindsight.example`
  const csv = `name,email,role,department,phone\nAda ${word},${ada},reviewer,Operations,1\nBea ${word},${bea},boss,,2\n`
  await signInAs('admin')
  await page.goto('/admin/accounts')
  await page.getByRole('link', { name: 'Add from a file' }).click()
  await expect(page.getByRole('radio', { name: /^Accounts/ })).toBeChecked()
  await page
    .getByLabel('Choose a file to import')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Import accounts' }).click()
  await finishImport(page, world)
  const refused = page.getByRole('region', { name: 'Refused rows' }).first()
  await expect(refused).toContainText('"boss" is not one of viewer, auditor, reviewer, manager, admin')
  await page.getByRole('button', { name: 'Invite them' }).click()
  await expect(page.getByText('1 person invited')).toBeVisible()
  await expectAccessible()
  const link = (await readLink(page)).split('\n')[1]?.split(',')[1] ?? ''
  recordSecrets(link.split('#')[1] ?? '')
  await refused.getByLabel(/^role, /).fill('viewer')
  await page.getByRole('button', { name: 'Resubmit 1 corrected row' }).click()
  await finishImport(page, world)
  await page.getByRole('button', { name: 'Invite them' }).click()
  await expect(page.getByText('1 person invited')).toBeVisible()
  recordSecrets((await readLink(page)).split('#')[1] ?? '')

  const theirPage = await browser.newPage({ baseURL: baseURL ?? '' })
  await theirPage.goto(link)
  await theirPage.getByRole('textbox', { name: 'New password' }).fill(`the rain in ${word}`)
  await theirPage.getByRole('button', { name: 'Set password' }).click()
  await expect(theirPage.getByRole('status')).toContainText('Your password is set.')
  await signInWith(theirPage.context().request, baseURL ?? '', { email: ada, password: `the rain in ${word}` })
  await theirPage.close()

  await page.goto(`/admin/accounts?search=${word}`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row(`Ada ${word}`)).toContainText('Active')
  await expect(row(`Ada ${word}`)).toContainText('Operations')
  await expect(row(`Bea ${word}`)).toContainText('Invited')
  await page.getByRole('button', { name: `Actions for Bea ${word}` }).click()
  await page.getByRole('menuitem', { name: 'Invite again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  recordSecrets((await readLink(page)).split('#')[1] ?? '')
  await expectAccessible()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `Actions for Bea ${word}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke the invitation' }).click()
  await expect(row(`Bea ${word}`)).toContainText('Not invited')
})

test('a person who goes away sets a delegate, who sees and gets their work', async ({
  page,
  world,
  baseURL,
  browser,
  expectAccessible,
}) => {
  const word = ownWord()
  const absent = await addAccount(baseURL ?? '', 'reviewer')
  const delegate = await addAccount(baseURL ?? '', 'reviewer')
  const heldNumber = `H-${word}`
  const late = `L-${word}`
  await addOwed(world, [
    { number: heldNumber, review: { reviewer: absent.email, reviewerName: absent.name } },
    { number: late },
  ])
  await signInWith(page.context().request, baseURL ?? '', absent)
  await page.goto('/settings')
  const card = page.getByRole('region', { name: 'Absence' })
  await card.getByRole('button', { name: 'Save absence' }).click()
  await expect(card.getByLabel('Last day away')).toHaveAccessibleDescription(/\S/)
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await card.getByLabel('First day away').fill(day(-1))
  await card.getByLabel('Last day away').fill(day(7))
  await pickPerson(page, card.getByLabel('Delegate'), delegate.name)
  await expectAccessible()
  await card.getByRole('button', { name: 'Save absence' }).click()
  await expect(page.getByText(`${delegate.name} stands in for you`)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Remove absence' })).toBeVisible()

  const admin = await openAdmin(baseURL ?? '')
  const assigned = await admin.post('/api/app/v1/reviews/assignments', {
    data: { reviews: [late], reviewer: absent.email },
  })
  expect((await assigned.json()).results[0].text).toContain(`Assigned to ${delegate.name}, who stands in`)
  await admin.dispose()

  const theirPage = await browser.newPage({ baseURL: baseURL ?? '', viewport: phone })
  await signInWith(theirPage.context().request, baseURL ?? '', delegate)
  await theirPage.goto('/')
  await expect(theirPage.getByRole('region', { name: `Reviews for ${absent.name}` }).first()).toContainText(heldNumber)
  await expect(theirPage.getByText(`L-${word}`).first()).toBeVisible()
  await theirPage.close()
})

test('a manager reassigns the work of a person who left', async ({
  page,
  world,
  baseURL,
  signInAs,
  expectAccessible,
}) => {
  const word = ownWord()
  const leaver = await addAccount(baseURL ?? '', 'reviewer')
  const successor = await addAccount(baseURL ?? '', 'reviewer')
  const first = `A-${word}`
  const second = `B-${word}`
  await addOwed(
    world,
    [first, second].map((number) => ({
      number,
      review: { reviewer: leaver.email, reviewerName: leaver.name, dueOn: '2026-12-01' },
    })),
  )
  const admin = await openAdmin(baseURL ?? '')
  await admin.patch(`/api/app/v1/accounts/${leaver.id}`, { data: { is_disabled: true } })
  await admin.dispose()

  await signInAs('manager')
  await page.goto('/admin/leavers')
  const card = page.getByRole('region', { name: leaver.name })
  await expect(card).toContainText('Account disabled')
  await expect(card).toContainText('2 open reviews')
  await expectAccessible()
  await card.getByRole('checkbox', { name: `Select Change ${first}` }).check()
  await pickPerson(page, card.getByLabel('Reassign to'), successor.name)
  await card.getByRole('button', { name: 'Reassign 1 selected' }).click()
  await expect(card).toContainText('1 open review')
  await card.getByRole('button', { name: 'Reassign all' }).click()
  await expect(card).toBeHidden()
  await page.goto(`/changes/${second}`)
  await expect(page.getByRole('region', { name: 'Review', exact: true })).toContainText(successor.name)
})
