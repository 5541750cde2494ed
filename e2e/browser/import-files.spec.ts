import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { ownWord } from '#e2e/support/own-records.ts'
import { finishImport } from '#e2e/support/run-queued-imports.ts'

/** Returns a Danish export with its own words, column names and order of dates. One date does not exist. */
function danishChanges(word: string): string {
  return [
    'Nummer;Titel;Status;Oprettet;Ansvarlig',
    `CHG-${word}-1;Skift certifikat ${word};Afsluttet;25-12-2025 10:00;Ann Lee`,
    `CHG-${word}-2;Opgrader database ${word};I gang;02-03-2026 08:30;`,
    `CHG-${word}-3;Flyt server ${word};Afsluttet;31-02-2026 09:00;`,
  ].join('\r\n')
}

const csv = (name: string, text: string | Buffer) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const chooser = (page: Page) => page.getByLabel('Choose a file to import')
const step = (page: Page, name: string) => page.getByRole('region', { name })
const findCount = (page: Page, label: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=..')
    .getByRole('definition')

/** Makes the choices that the file cannot answer by itself. */
async function mapDanish(page: Page): Promise<void> {
  await page.getByLabel('Field of Nummer').selectOption({ label: 'Number (required)' })
  await page.getByLabel('Field of Titel').selectOption({ label: 'Title (required)' })
  await page.getByLabel('Field of Oprettet').selectOption({ label: 'Created at' })
  await page.getByLabel('State for Afsluttet').selectOption({ label: 'Closed' })
  await page.getByLabel('State for I gang').selectOption({ label: 'Implement' })
}

test('a Danish export is mapped, tried, imported, corrected and undone', async ({ page, signInAsOwn }) => {
  const word = ownWord()
  await signInAsOwn('manager')
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await chooser(page).setInputFiles(csv(`${word}.csv`, danishChanges(word)))
  await expect(page.getByRole('heading', { level: 1, name: `${word}.csv` })).toBeVisible()
  await expect(page.getByText('Choose a column for: Number, Title.')).toBeVisible()
  await expect(page.getByLabel('Delimiter')).toContainText('Semicolon')
  await expectAccessible(page)

  await mapDanish(page)
  await page.getByLabel('Time zone').selectOption('Europe/Copenhagen')
  const first = step(page, 'First records')
  await expect(first.getByRole('row', { name: `CHG-${word}-1` })).toContainText('New')
  await expect(first).toContainText('"31-02-2026 09:00" is not a date that exists')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Dry run' }).click()
  await finishImport(page)
  await expect(page.getByText('The dry run found this. Nothing was written.')).toBeVisible()
  await expect(findCount(page, 'New')).toHaveText('2')
  await expect(findCount(page, 'Refused')).toHaveText('1')

  await page.getByRole('button', { name: 'Import changes' }).click()
  await finishImport(page)
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
  await expect(findCount(page, 'New')).toHaveText('2')
  const imported = page.url()
  await expectAccessible(page)

  await page.getByLabel('Oprettet, line 4').fill('28-02-2026 09:00')
  await page.getByRole('button', { name: 'Resubmit 1 corrected row' }).click()
  await expect(page).not.toHaveURL(imported)
  await finishImport(page)
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
  await expect(findCount(page, 'New')).toHaveText('1')
  await expect(findCount(page, 'Refused')).toHaveText('0')
  await page.goto(`/changes/CHG-${word}-3`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Flyt server ${word}`)

  await page.goto(imported)
  await page.getByRole('button', { name: 'Undo import…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  const undone = page.getByRole('dialog', { name: 'Import undone' })
  await expect(undone).toContainText('2 records were deleted, 0 have their earlier values again.')
  await undone.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('This import was undone')).toBeVisible()
  await page.goto('/admin/import')
  const row = step(page, 'Imports')
    .getByRole('row')
    .filter({ hasText: `${word}.csv` })
  await expect(row.filter({ hasText: 'Undone' })).toHaveCount(1)
})

test('an import by keyboard alone, with a mapping that is saved and picked again', async ({ page, signInAsOwn }) => {
  const word = ownWord()
  await signInAsOwn('manager')
  const send = async (name: string) => {
    await page.goto('/admin/import?kind=products')
    const opened = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).focus()
    await page.keyboard.press('Enter')
    await (await opened).setFiles(csv(name, `Varenr,Navn,Pris\n${word}-${name},Kop ${word},5\n`))
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  const choose = async (label: string, typed: string) => {
    await page.getByLabel(label).focus()
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
  }
  await send('a.csv')
  await choose('Field of Varenr', 'ID')
  await choose('Field of Navn', 'Name')
  await choose('Field of Pris', 'Price')
  await expect(step(page, 'First records')).toContainText('New')
  await page.getByRole('button', { name: 'Save mapping…' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Name').fill(`Varer ${word}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Mapping “Varer ${word}” saved`)).toBeVisible()
  await page.getByRole('button', { name: 'Import products' }).focus()
  await page.keyboard.press('Enter')
  await finishImport(page)
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()

  await send('b.csv')
  await page.getByLabel('Mapping', { exact: true }).selectOption(`Varer ${word}`)
  await expect(page.getByLabel('Field of Navn')).toHaveValue('name')
  const start = page.getByRole('button', { name: 'Import products' })
  await expect(start).toBeEnabled()
  await start.press('Enter')
  await finishImport(page)
  await expect(findCount(page, 'New')).toHaveText('1')
})

test('what a file leaves open is asked in the preview, and the import waits for the answers', async ({
  page,
  signInAsOwn,
}) => {
  const word = ownWord()
  await signInAsOwn('manager')
  await page.goto('/admin/import?kind=incidents')
  const log = ['number,opened_at,state', `${word}-1,03-04-2026,New`, `${word}-1,03-04-2026,Closed`]
  await chooser(page).setInputFiles(csv(`${word}.csv`, log.join('\n')))
  const start = page.getByRole('button', { name: 'Import incidents' })
  await expect(page.getByRole('heading', { name: 'Which number of these dates is the day?' })).toBeVisible()
  await expect(start).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Day first' }).check()
  await expect(
    page.getByRole('heading', { name: `Several rows have the number ${word}-1: which one counts?` }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'The last in the file' }).check()
  await expect(step(page, 'First records')).toContainText('Closed')
  await start.click()
  await finishImport(page)
  await expect(findCount(page, 'New')).toHaveText('1')
})
