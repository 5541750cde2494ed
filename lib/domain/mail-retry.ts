const minute = 60_000
const maxPause = 60 * minute
const giveUpAfter = 48 * 60 * minute

/**
 * When to retry a mail after its `attempts`-th failed attempt: after 1, 2, 4 … minutes, at most an hour; null when it is
 * 48 hours old. RFC 5321, section 4.5.4.1, suggests longer, but here the next mail server retries by itself.
 */
export function nextMailAttempt(createdAt: string, attempts: number, now: Date): string | null {
  if (isTooLate(createdAt, now)) return null
  const pause = Math.min(minute * 2 ** (attempts - 1), maxPause)
  return new Date(now.getTime() + pause).toISOString()
}

const isTooLate = (createdAt: string, now: Date) => now.getTime() - Date.parse(createdAt) >= giveUpAfter

/** Mail created before this moment is no longer sent. */
export const oldestMail = (now: Date): string => new Date(now.getTime() - giveUpAfter).toISOString()
