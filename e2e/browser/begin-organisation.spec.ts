import type { Page } from 'playwright/test'
import { countClicks } from '#e2e/support/count-clicks.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import type { EmptyServer } from '#e2e/support/own-server.ts'
import { takeReview } from '#e2e/support/take-review.ts'
import { decideReviews } from '#server/reviews/policy/decide-reviews.ts'

const yesterday = (hour: number) => `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)} ${hour}:00:00`

/** Exports in the format of ServiceNow's lists. */
const files = {
  users: ['sys_id,user_name,name,email,active', 'u1,tlind,Tomas Lind,tomas.lind@example.org,true'],
  changes: [
    'number,short_description,state,type,risk,cmdb_ci,assigned_to,start_date,end_date,work_start,work_end',
    `CHG0000101,Move the ledger,Review,Normal,Moderate,ledger,Tomas Lind,${yesterday(1)},${yesterday(2)},${yesterday(1)},${yesterday(2)}`,
    `CHG0000102,Renew certificates,Review,Normal,Low,web,Tomas Lind,${yesterday(1)},${yesterday(3)},${yesterday(1)},${yesterday(2)}`,
  ],
  incidents: [
    'number,short_description,priority,incident_state,opened_at,cmdb_ci,caused_by',
    `INC0000201,Transfers fail,1 - Critical,Closed,${yesterday(3)},ledger,CHG0000101`,
  ],
}

async function importFile(page: Page, kind: keyof typeof files, button: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Import' }).click()
  await page.getByRole('radio', { name: new RegExp(`^${kind}`, 'i') }).click()
  const file = { name: `${kind}.csv`, mimeType: 'text/csv', buffer: Buffer.from(files[kind].join('\n')) }
  await page.getByLabel('Choose a file to import').setInputFiles(file)
  await expect(page.getByRole('heading', { level: 1, name: `${kind}.csv` })).toBeVisible()
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
}

test('an organisation begins in the browser: from an empty database to the first completed review', async ({
  page,
  onEmptyServer,
}) => {
  const clicks = await countClicks(page)
  const use = async ({ server: { baseUrl, lines }, db }: EmptyServer) => {
    const code = /^ {4}((?:\w{4}-){3}\w{4})$/m.exec(lines.join('\n'))?.[1] ?? ''
    await page.goto(baseUrl)
    await page.getByLabel('Code').fill(code)
    await page.getByLabel('Your name').fill('Ada Öberg')
    await page.getByLabel('E-mail').fill('ada@example.org')
    await page.getByLabel('Password').fill('the rain in March falls mainly')
    await page.getByRole('button', { name: 'Create the first admin' }).click()
    await page.getByRole('link', { name: 'Import: Import your changes and incidents' }).click()

    await importFile(page, 'users', 'Import users')
    await importFile(page, 'changes', 'Import changes')
    await importFile(page, 'incidents', 'Import incidents')

    // Runs the job that opens reviews at once instead of within a minute.
    const actor = { kind: 'system', id: 'decide-reviews', name: 'Hindsight' } as const
    await decideReviews({ db, actor, now: new Date(), requestId: 'e2e-begin' })
    await page.goto(baseUrl)
    const section = page.getByRole('region', { name: /Unassigned/ })
    await section.getByRole('link', { name: /Move the ledger/ }).click()
    await page.getByRole('link', { name: 'Start the review' }).click()
    await takeReview(page)
    await page.getByRole('link', { name: 'Open the report' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Move the ledger')
    await expect(page.getByText('INC0000201').first()).toBeVisible()
  }
  await onEmptyServer(use, { HINDSIGHT_JOBS: 'on' })
  expect(clicks()).toBeLessThanOrEqual(32)
})
