import { createHmac, timingSafeEqual } from 'node:crypto'

/** The kind of mail that a link disables. */
export type UnsubscribeTopic = 'notification' | 'digest' | 'weekly'
type Subscription = { readonly email: string; readonly topic: UnsubscribeTopic }

const topics: readonly string[] = ['notification', 'digest', 'weekly'] satisfies UnsubscribeTopic[]

const sign = (payload: string, secret: string) =>
  createHmac('sha256', secret).update(`unsubscribe ${payload}`).digest('base64url')

/**
 * The signed token of an unsubscribe link: recipient and kind of mail. It does not expire, since people read old mail.
 */
export function unsubscribeToken({ email, topic }: Subscription, secret: string): string {
  const payload = Buffer.from(`${topic} ${email}`).toString('base64url')
  return `${payload}.${sign(payload, secret)}`
}

/** The recipient and kind of mail of a token; null when none of these secrets signed it. */
export function readUnsubscribeToken(token: string, secrets: readonly string[]): Subscription | null {
  const [payload = '', signature = '', ...rest] = token.split('.')
  const isSigned = secrets.some((secret) => isSame(signature, sign(payload, secret)))
  if (rest.length > 0 || !isSigned) return null
  const [topic = '', ...email] = Buffer.from(payload, 'base64url').toString().split(' ')
  return topics.includes(topic) ? { topic: topic as UnsubscribeTopic, email: email.join(' ') } : null
}

function isSame(actual: string, expected: string): boolean {
  const first = Buffer.from(actual)
  const second = Buffer.from(expected)
  return first.length === second.length && timingSafeEqual(first, second)
}
