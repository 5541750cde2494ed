import { pagePaths } from '#lib/domain/page-paths.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { switchMailOff } from './preferences.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** The recipient and kind of mail of an unsubscribe link. Throws `not_found` for an invalid signature. */
function getSubscription(token: string, secrets: readonly string[]) {
  const subscription = readUnsubscribeToken(token, secrets)
  if (!subscription) throw new AppError('not_found', 'This link is invalid or incomplete.')
  return subscription
}

/** Disables the kind of mail of the link; idempotent. Throws `not_found`. */
export async function unsubscribe(ctx: Context, token: string, secrets: readonly string[]): Promise<void> {
  const { email, topic } = getSubscription(token, secrets)
  await switchMailOff(ctx, email, topic)
}

/** The path of the page with the button, for mail programs that open the URL in the header. Throws `not_found`. */
export function showUnsubscribe(token: string, secrets: readonly string[]): string {
  getSubscription(token, secrets)
  const path = pagePaths.unsubscribe(token)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Unsubscribe</title><meta http-equiv="refresh" content="0; url=${path}"></head><body><p><a href="${path}">Unsubscribe from mail of Hindsight</a></p></body></html>`
}
