import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { showFilterLanguage } from '#e2e/support/show-filter-language.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { createContext, insertChange, insertIncident } from '#server/reviews/testing.ts'

type OwnQueue = { word: string; service: string; risky: string; calm: string; closed: string }

/** Adds three changes of their own service: two wait for review, one is reviewed as failed. */
async function addQueue(): Promise<OwnQueue> {
  const word = ownWord()
  const service = `svc-${word}`
  const risky = `A-${word}`
  const calm = `B-${word}`
  const closed = `C-${word}`
  const common = { affectedServices: [service, 'payments-db'] }
  await withDatabase(async (db) => {
    await insertChange(db, risky, { ...common, title: `Replace the core switch ${word}`, type: 'emergency' })
    await insertChange(db, calm, {
      ...common,
      title: `Renew a certificate ${word}`,
      risk: 'low',
      actualEnd: '2026-03-02T02:00:00.000Z',
    })
    await insertChange(db, closed, {
      ...common,
      title: `Move the archive ${word}`,
      state: 'closed',
      risk: 'moderate',
      pirCompleted: true,
      pirOutcome: 'failed',
      pirReference: `OLD-${word}`,
      pirDate: '2026-03-09',
    })
    await insertIncident(db, `INC-${word}`, risky)
    for (const number of [risky, calm]) await startReview(createContext(db), number)
  })
  return { word, service, risky, calm, closed }
}

test('narrows the queue by chips, an expression and words, all in the URL', async ({ page, signInAs }) => {
  const queue = await addQueue()
  await signInAs('reviewer')
  await page.goto('/changes')

  const filter = await showFilterLanguage(page, 'Filter the changes')
  await filter.fill(`affected_services = ${queue.service}`)
  await filter.press('Enter')
  const rows = page.getByRole('table', { name: 'Changes' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(page.getByText('1–3 of 3 changes')).toBeVisible()
  const risky = page.getByRole('row', { name: new RegExp(queue.risky) })
  await expect(risky).toContainText('Emergency')
  await expect(risky).toContainText('In progress')
  await expect(risky.getByRole('cell').last()).toHaveText('1')
  await expect(page.getByRole('row', { name: new RegExp(queue.closed) })).toContainText('Failed')
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Open reviews/ }).click()
  await expect(rows).toHaveCount(3)
  await expect(filter).toHaveValue(`affected_services = ${queue.service} AND is_open = true`)
  await page.getByRole('button', { name: 'High risk' }).click()
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'High risk' })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: /^Open reviews/ }).click()
  await page.getByRole('button', { name: 'High risk' }).click()
  await expect(rows).toHaveCount(4)
  await page.getByRole('link', { name: 'Remove filter Affected services' }).click()
  await expect(filter).toHaveValue('')

  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: 'Search the changes' })).toBeFocused()
  await page.keyboard.type(`certificate ${queue.word}`)
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Open reviews 1' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Search the changes' }).fill(`nothing ${queue.word}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('No changes match this search')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show all changes' }).click()
  await expect(page).toHaveURL('/changes')
})

test('completes an expression from the keyboard and marks what cannot be read', async ({ page, signInAs }) => {
  const queue = await addQueue()
  await signInAs('viewer')
  await page.goto('/changes')
  const filter = await showFilterLanguage(page, 'Filter the changes')
  await expect(filter).toBeFocused()
  await page.keyboard.type('aff')
  await expect(page.getByRole('option', { name: /^affected_services/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(filter).toHaveValue('affected_services ')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(filter).toHaveValue('affected_services = ')
  await page.keyboard.type(`svc-${queue.word.slice(0, -2)}`)
  await expect(page.getByRole('option', { name: queue.service })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('AND riskk = high')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.keyboard.press('Enter')

  const text = await filter.inputValue()
  await expect(page.getByRole('alert').filter({ hasText: 'riskk' })).toContainText(
    `Character ${text.indexOf('riskk') + 1}: There is no field "riskk"; did you mean risk?`,
  )
  await expect(filter).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL('/changes')
  expect(await filter.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(text.indexOf('riskk'))
  await expectAccessible(page)

  await filter.fill(text.replace('riskk', 'risk'))
  await expect(filter).not.toHaveAttribute('aria-invalid')
  await filter.press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(queue.risky) })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Changes' }).getByRole('row')).toHaveCount(2)
})

test('sorts, pages, walks the rows by keyboard and opens one', async ({ page, signInAs }) => {
  const queue = await addQueue()
  await signInAs('viewer')
  const query = `affected_services = ${queue.service}`
  await page.goto(`/changes?${new URLSearchParams({ query, limit: '2' })}`)
  const links = page.getByRole('table', { name: 'Changes' }).getByRole('link', { name: new RegExp(queue.word) })
  await expect(links.first()).toHaveText(/Renew a certificate/)
  await page.getByRole('link', { name: 'Number', exact: true }).click()
  await expect(links.first()).toHaveText(/Replace the core switch/)
  await expect(page.getByRole('columnheader', { name: 'Number' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText('3–3 of 3 changes')).toBeVisible()
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(page.getByText('1–2 of 3 changes')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: `Renew a certificate ${queue.word}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/changes/${queue.calm}`)
})
