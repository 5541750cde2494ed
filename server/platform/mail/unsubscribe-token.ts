import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a link in a mail switches off. */
export type UnsubscribeTopic = 'notification' | 'digest'
type Subscription = { readonly email: string; readonly topic: UnsubscribeTopic }

const topics: readonly string[] = ['notification', 'digest'] satisfies UnsubscribeTopic[]

const sign = (payload: string, secret: string) =>
  createHmac('sha256', secret).update(`unsubscribe ${payload}`).digest('base64url')

/** What an unsubscribe link carries: whom and what it is for, signed. It does not expire, since mail is kept. */
export function unsubscribeToken({ email, topic }: Subscription, secret: string): string {
  const payload = Buffer.from(`${topic} ${email}`).toString('base64url')
  return `${payload}.${sign(payload, secret)}`
}

/** Whom and what a token is for; null when we signed it with none of these secrets. */
export function readUnsubscribeToken(token: string, secrets: readonly string[]): Subscription | null {
  const [payload = '', signature = '', ...rest] = token.split('.')
  const isSigned = secrets.some((secret) => isSame(signature, sign(payload, secret)))
  if (rest.length > 0 || !isSigned) return null
  const [topic = '', ...address] = Buffer.from(payload, 'base64url').toString().split(' ')
  return topics.includes(topic) ? { topic: topic as UnsubscribeTopic, email: address.join(' ') } : null
}

function isSame(given: string, expected: string): boolean {
  const [first, second] = [Buffer.from(given), Buffer.from(expected)]
  return first.length === second.length && timingSafeEqual(first, second)
}
