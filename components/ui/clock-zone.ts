/** Keeps the reader's time zone, so that the server can write times in it from the second page on. */
export const zoneCookie = 'hindsight-zone'

/** The zone if the runtime knows it, else UTC. */
export function knownZone(zone: string | undefined): string {
  if (!zone) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
