import { expect, type Page } from 'playwright/test'
import { runQueued, testStore } from '#server/import/jobs/testing.ts'
import { withDatabase } from './own-records.ts'

/** Runs the import that the page has just queued, as the job does, which is off while tests run. */
export async function finishImport(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Waiting to start' })).toBeVisible()
  const actor = { kind: 'system', id: 'jobs', name: 'Jobs' } as const
  await withDatabase((db) => runQueued({ db, now: new Date(), requestId: 'e2e-imports', actor }, testStore))
}
