'use server'

import { notFound, redirect } from 'next/navigation'
import { unsubscribe as contract } from '#lib/contracts/app/mail-preferences.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { resolveOr404 } from '#server/pages/resolve-or-404.ts'
import { unsubscribe } from '#server/platform/mail/unsubscribe.ts'
import { anonymous } from '#server/platform/runtime/context.ts'
import { getRuntime, listReadableSecrets } from '#server/platform/runtime/runtime.ts'

/** Unsubscribes the recipient of the link. Validates its input, because a server action can be called with anything. */
export async function submitUnsubscribe(input: unknown): Promise<void> {
  const read = contract.params.safeParse({ token: input })
  if (!read.success) notFound()
  const { token } = read.data
  const { db } = getRuntime()
  const ctx = { db, actor: anonymous, now: new Date(), requestId: 'unsubscribe' }
  await resolveOr404(unsubscribe(ctx, token, listReadableSecrets()))
  redirect(pagePaths.unsubscribe(token))
}
