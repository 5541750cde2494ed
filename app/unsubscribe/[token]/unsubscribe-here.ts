'use server'

import { redirect } from 'next/navigation'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { anonymous } from '#server/context.ts'
import { unsubscribe } from '#server/mail/unsubscribe.ts'
import { getRuntime, readableSecrets } from '#server/runtime.ts'

/** Switches off what the link is for; whoever holds the link may. */
export async function unsubscribeHere(token: string): Promise<void> {
  const { db } = getRuntime()
  await unsubscribe({ db, actor: anonymous, now: new Date(), requestId: 'unsubscribe' }, token, readableSecrets())
  redirect(pagePaths.unsubscribe(token))
}
