import { pagePaths } from '#lib/domain/page-paths.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { switchMailOff } from './preferences.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** Whom and what an unsubscribe link is for. Throws `not_found` when we did not sign it. */
function getSubscription(token: string, secrets: readonly string[]) {
  const subscription = readUnsubscribeToken(token, secrets)
  if (!subscription) throw new AppError('not_found', 'This link is not one of ours, or it is not whole.')
  return subscription
}

/** Switches off what the link is for, however often it is followed. Throws `not_found`. */
export async function unsubscribe(ctx: Context, token: string, secrets: readonly string[]): Promise<void> {
  const { email, topic } = getSubscription(token, secrets)
  await switchMailOff(ctx, email, topic)
}

/** A page that leads to the one with the button, for mail programs that open the header's address. Throws `not_found`. */
export function showUnsubscribe(token: string, secrets: readonly string[]): string {
  getSubscription(token, secrets)
  const path = pagePaths.unsubscribe(token)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Unsubscribe</title><meta http-equiv="refresh" content="0; url=${path}"></head><body><p><a href="${path}">Unsubscribe from mail of Hindsight</a></p></body></html>`
}
