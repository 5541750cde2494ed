import { expect, type Page } from 'playwright/test'
import { runQueued, testStore } from '#server/import/jobs/testing.ts'
import { withDatabase } from './own-records.ts'

/** Runs the queued imports, as the job does, which is off while tests run. */
export const runQueuedImports = (): Promise<void> =>
  withDatabase((db) =>
    runQueued(
      { db, now: new Date(), requestId: 'e2e-imports', actor: { kind: 'system', id: 'jobs', name: 'Jobs' } },
      testStore,
    ),
  )

/** Runs the import that the page has just queued. */
export async function finishImport(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Waiting to start' })).toBeVisible()
  await runQueuedImports()
}
