import { pagePaths } from '#lib/domain/page-paths.ts'
import { markSettledRead } from '#server/notifications/mark-read.ts'
import type { Within } from './each-review.ts'
import { listPossibleSigners } from './signers.ts'

/** Marks what asked for a sign-off as read, once the review no longer waits for it. */
export async function settleSignOff(ctx: Within, changeNumber: string): Promise<void> {
  const people = await listPossibleSigners(ctx.db)
  await markSettledRead(ctx, {
    recipients: people.map(({ email }) => email),
    kinds: ['sign_off_requested', 'sign_off_reminder'],
    path: pagePaths.review(changeNumber, 'sign-off'),
  })
}
