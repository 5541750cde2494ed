import { inArray } from 'drizzle-orm'
import { improvementActions } from '#lib/actions/improvement-actions.ts'
import { reviewingRoles } from '#lib/contracts/endpoint.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { markHandledRead } from '#server/notifications/commands.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { listVerifiers } from './verifiers.ts'

/** Notifies the verifiers of an action that was just set to done. */
export async function askToVerify(ctx: Context, action: Improvement): Promise<void> {
  const verifiers = (await listVerifiers(ctx.db, action.id)).map(({ email }) => email)
  await notifyAll(ctx, improvementActions.done.notifies({ actor: ctx.actor.name, action, verifiers }))
}

/** Marks the requests to verify an action as read, once it was verified or sent back. */
export async function closeVerificationRequests(ctx: Context, id: string): Promise<void> {
  const people = await ctx.db
    .select({ email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.role, reviewingRoles))
  await markHandledRead(ctx, {
    recipients: people.map(({ email }) => email),
    kinds: ['action_verification_requested'],
    path: pagePaths.improvement(id),
  })
}
