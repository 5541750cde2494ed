const minute = 60_000
const longestPause = 60 * minute
const giveUpAfter = 48 * 60 * minute

/**
 * When a mail is tried again whose `attempts`-th attempt just failed: after 1, 2, 4 … minutes, at most an hour; null
 * when 48 hours have passed since it was written, because by then it is no news. Moments are ISO 8601 in UTC.
 * Source: RFC 5321, section 4.5.4.1, shortened, since a mail server that took the mail goes on trying by itself.
 */
export function nextMailAttempt(createdAt: string, attempts: number, now: Date): string | null {
  if (isTooLate(createdAt, now)) return null
  const pause = Math.min(minute * 2 ** (attempts - 1), longestPause)
  return new Date(now.getTime() + pause).toISOString()
}

const isTooLate = (createdAt: string, now: Date) => now.getTime() - Date.parse(createdAt) >= giveUpAfter

/** Mail written before this moment is not sent any more. */
export const oldestMail = (now: Date): string => new Date(now.getTime() - giveUpAfter).toISOString()
