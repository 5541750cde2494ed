import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'

type WrittenImprovement = { id: string; requestId: string }

/** Writes an improvement for this test twice; the second request has a known id. */
async function writeImprovement(baseUrl: string, token: string): Promise<WrittenImprovement> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const created = await fetch(`${baseUrl}/api/itsm/v1/improvements`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      title: 'Rehearse the upgrade on a full copy',
      description: `What to do.\n${'It takes a night and a spare machine. '.repeat(8)}`,
      source_type: 'pir',
      source_ref: `PIR-TEST-${randomUUID()}`,
      owner: 'owner@hindsight.example',
      target_date: '2026-05-29',
    }),
  })
  const { id } = (await created.json()) as { id: string }
  const requestId = randomUUID()
  await fetch(`${baseUrl}/api/itsm/v1/improvements/${id}`, {
    method: 'PATCH',
    headers: { ...headers, 'x-request-id': requestId },
    body: JSON.stringify({ status: 'in_progress', target_date: '2026-06-30' }),
  })
  return { id, requestId }
}

/** Rows of the entries of a record. */
const rows = (page: Page, id: string) =>
  page
    .getByRole('region', { name: 'History' })
    .getByRole('row')
    .filter({ has: page.locator(`a[href="/improvements/${id}"]`) })

test('finds the writes of a record and shows what each changed', async ({
  page,
  signInAs,
  baseURL,
  tokens,
  expectAccessible,
}) => {
  const { id, requestId } = await writeImprovement(baseURL ?? '', tokens.itsm.write)
  await signInAs('manager')
  await page.goto('/changes')
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL('/admin/history')
  await expectAccessible()

  await page.getByLabel('Record', { exact: true }).fill(id)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(`/admin/history?entity_id=${id}`)
  await expect(rows(page, id)).toHaveCount(2)
  const changed = rows(page, id).nth(0)
  const created = rows(page, id).nth(1)
  await expect(changed).toContainText('started the action “Rehearse the upgrade on a full copy” through the API')
  await expect(changed).toContainText('Due date: 29 May 2026')
  await expect(changed).toContainText('30 Jun 2026')
  await expect(changed).toContainText('Tests itsm write')
  await expect(changed).not.toContainText('in_progress')
  await expect(created).toContainText('registered the action “Rehearse the upgrade on a full copy” for')
  await expect(created).toContainText('due 29 May 2026')

  const details = changed.getByRole('button', { name: 'Details' })
  await details.press('Enter')
  await expect(details).toHaveAttribute('aria-expanded', 'true')
  await expect(changed).toContainText('status: "open" → "in_progress"')
  await expectAccessible()
  await page.getByRole('link', { name: 'All entries of this request' }).click()
  await expect(page).toHaveURL(`/admin/history?request_id=${requestId}`)
  await expect(rows(page, id)).toHaveCount(1)
  await expect(page.getByLabel('Request')).toHaveValue(requestId)
})
