import { pagePaths } from '#lib/domain/page-paths.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { isSignedToken, readTokenText, signToken } from '#server/platform/signed-token.ts'
import { switchMailOff, type UnsubscribeTopic, unsubscribeTopics } from './preferences.ts'

type Subscription = { readonly email: string; readonly topic: UnsubscribeTopic }

const binding = { purpose: 'unsubscribe' }

/** The token of an unsubscribe link. It does not expire, since people read old mail. */
export const unsubscribeToken = ({ email, topic }: Subscription, secret: string): string =>
  signToken(`${topic} ${email}`, binding, secret)

/** The recipient and kind of mail of a token; null when none of these secrets signed it. */
export function readUnsubscribeToken(token: string, secrets: readonly string[]): Subscription | null {
  const [named, ...email] = readTokenText(token).split(' ')
  const topic = unsubscribeTopics.find((known) => known === named)
  return topic && isSignedToken(token, binding, secrets) ? { topic, email: email.join(' ') } : null
}

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
