import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { insertChange } from '#server/reviews/testing.ts'

// How each format writes records: server/platform/api/whole-list.test.ts.
test('a download has the rows, order and columns of the screen', async ({ page, signInAs }) => {
  const service = `svc-${ownWord()}`
  const numbers = ['A', 'B', 'C'].map((letter) => `${letter}-${service}`)
  await withDatabase(async (db) => {
    for (const number of numbers) await insertChange(db, number, { affectedServices: [service] })
    await insertChange(db, `D-${service}`, { affectedServices: ['payments-db'] })
  })
  await signInAs('viewer')
  const columns = 'change,services,ended,incidents'
  await page.goto(`/changes?query=affected_services+%3D+${service}&sort=-number&columns=${columns}`)
  await expect(page.getByRole('table', { name: 'Changes' }).getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await expect(dialog).toContainText('3 changes')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('queue.csv')
  const [header, ...records] = parse(readFileSync(await file.path())) as string[][]
  const ofChange = ['number', 'type', 'title', 'state', 'review_reference', 'pir_reference']
  expect(header).toEqual([...ofChange, 'affected_services', 'assignment_group', 'actual_end', 'incident_count'])
  expect(records.map(([number]) => number)).toEqual(numbers.toReversed())
})
