import { expect, type Page } from 'playwright/test'
import { runQueued, testStore } from '#server/import/jobs/testing.ts'
import { withDatabase } from './own-records.ts'
import type { World } from './world.ts'

/** Runs the queued imports, as the job does, which is off while tests run. */
export const runQueuedImports = (world: World): Promise<void> =>
  withDatabase(world, (db) =>
    runQueued(
      { db, now: new Date(), requestId: 'e2e-imports', actor: { kind: 'system', id: 'jobs', name: 'Jobs' } },
      testStore,
    ),
  )

/** Runs the import that the page has just queued. */
export async function finishImport(page: Page, world: World): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Waiting to start' })).toBeVisible()
  await runQueuedImports(world)
}
