import type { MailTopic } from '#lib/contracts/app/mail-content.ts'

const minute = 60_000
const hour = 60 * minute
const maxPause = hour

/** The topics of mail about news. Pages and the next digest show the news too, so late mail would only repeat it. */
export const newsTopics = ['notification', 'digest', 'weekly'] as const satisfies readonly MailTopic[]

/** Hours after which an unsent mail is given up. */
export const giveUpHours: Readonly<Record<MailTopic, number>> = {
  notification: 24,
  digest: 24,
  weekly: 24,
  question: 48,
  account: 48,
}

/**
 * Returns the time of the next attempt after a failed one: 1, 2, 4 … minutes later, at most an hour; null if the mail
 * is too old. RFC 5321, section 4.5.4.1, suggests longer intervals, but the next mail server retries by itself.
 */
export function planMailAttempt(
  { topic, createdAt, attempts }: { topic: MailTopic; createdAt: string; attempts: number },
  now: Date,
): string | null {
  if (createdAt <= getOldestMailTime(topic, now)) return null
  const pause = Math.min(minute * 2 ** (attempts - 1), maxPause)
  return new Date(now.getTime() + pause).toISOString()
}

/** Returns the creation time up to which mail of a topic is no longer sent. */
export const getOldestMailTime = (topic: MailTopic, now: Date): string =>
  new Date(now.getTime() - giveUpHours[topic] * hour).toISOString()
