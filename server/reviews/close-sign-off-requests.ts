import { pagePaths } from '#lib/domain/page-paths.ts'
import { markHandledRead } from '#server/notifications/mark-read.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { listPossibleSigners } from './signers.ts'

/** Marks what asked for a sign-off as read, once the review no longer waits for it. */
export async function closeSignOffRequests(ctx: TxContext, changeNumber: string): Promise<void> {
  const people = await listPossibleSigners(ctx.db)
  await markHandledRead(ctx, {
    recipients: people.map(({ email }) => email),
    kinds: ['sign_off_requested', 'sign_off_reminder'],
    path: pagePaths.review(changeNumber, 'sign-off'),
  })
}
