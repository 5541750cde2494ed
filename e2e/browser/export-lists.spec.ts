import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright/test'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { insertChange } from '#server/reviews/testing.ts'

/** Downloads the list on the screen. */
async function download(page: Page, format: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog', { name: 'Export' }).getByRole('link', { name: format }).click(),
  ])
  await page.keyboard.press('Escape')
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
}

test('a download has the rows, order and columns of the screen', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  const service = `svc-${ownWord()}`
  const numbers = ['A', 'B', 'C'].map((letter) => `${letter}-${service}`)
  await withDatabase(world, async (db) => {
    for (const number of numbers) await insertChange(db, number, { title: '=1+1', affectedServices: [service] })
    await insertChange(db, `D-${service}`, { affectedServices: ['payments-db'] })
  })
  await signInAs('viewer')
  const columns = 'change,services,ended,incidents'
  await page.goto(`/changes?query=affected_services+%3D+${service}&sort=-number&columns=${columns}`)
  const rows = page.getByRole('table', { name: 'Changes' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  const shown = await Promise.all([1, 2, 3].map((at) => rows.nth(at).textContent()))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Export' })).toContainText('3 changes')
  await expectAccessible()
  await page.keyboard.press('Escape')

  const header = ['number', 'type', 'title', 'state', 'review_reference', 'pir_reference']
  const chosenFields = ['affected_services', 'assignment_group', 'actual_end', 'incident_count']
  const csv = await download(page, 'CSV')
  const [csvHeader, ...records] = parse(csv.content) as string[][]
  expect(csv.name).toBe('queue.csv')
  expect(csvHeader).toEqual([...header, ...chosenFields])
  expect(records.map(([number]) => number)).toEqual(numbers.toReversed())
  for (const [at, [number = '']] of records.entries()) expect(shown[at]).toContain(number)
  expect(records[0]?.[2]).toBe("'=1+1")

  const sheet = await readSheet((await download(page, 'Excel')).content)
  expect(sheet[0]).toEqual([...header, 'affected_services', 'assignment_group', 'actual_end (UTC)', 'incident_count'])
  expect(sheet.slice(1).map(([number]) => number)).toEqual(numbers.toReversed())
  expect(sheet[1]?.[2]).toBe('=1+1')
  expect(sheet[1]?.[8]).toEqual(new Date(records[0]?.[8] ?? ''))
  expect(sheet[1]?.[9]).toBe(0)

  const lines = String((await download(page, 'NDJSON')).content)
    .trimEnd()
    .split('\n')
  expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual(numbers.map(() => [...header, ...chosenFields]))
  expect(lines.map((line) => JSON.parse(line).number)).toEqual(numbers.toReversed())
})
