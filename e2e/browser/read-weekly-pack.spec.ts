import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from '#e2e/support/fixtures.ts'
import { getInsights } from '#lib/contracts/app/metrics.ts'

const week = { from: '2024-03-04', to: '2024-03-10' }

test('shows a week with the figures of Insights, as a page and as a PDF', async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('viewer')
  await page.goto('/insights')
  await page.getByRole('link', { name: 'Weekly pack' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Week \d+, / })).toBeVisible()
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText([
    'Summary',
    'Overdue reviews',
    'Changes that failed or caused an incident',
    'Earlier changes that failed or caused an incident',
    'Outcomes chosen against the evidence',
    'Waived reviews',
    'Lessons published',
  ])
  await expectAccessible()

  await page.goto(`/insights/weekly?week=${week.to}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Week 10, 4 Mar to 10 Mar 2024')
  const response = await page.request.get('/api/app/v1/insights', { params: week })
  const { metrics } = getInsights.response.parse(await response.json())
  const failed = metrics.find(({ name }) => name === 'change_failure_rate')
  await expect(page.getByRole('article')).toContainText(
    `${failed?.numerator} of ${failed?.denominator} reviewed changes`,
  )

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'PDF' }).click()
  expect((await download).suggestedFilename()).toBe('weekly-pack-2024-03-04.pdf')
  const pdf = await page.request.get('/api/app/v1/insights/weekly.pdf', { params: { week: week.from } })
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await pdf.body())), { mergePages: true })
  expect(text).toContain('Week 10, 4 Mar to 10 Mar 2024')
  expect(text).toContain('Page 1 of')

  await page.getByRole('link', { name: 'Previous week' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Week 9, 26 Feb to 3 Mar 2024')
  await page.getByRole('link', { name: 'Next week' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Week 10, 4 Mar to 10 Mar 2024')
})
