/** Formats a time as ServiceNow stores it, `2026-03-01 08:15:00` in UTC. */
export const formatStoredTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/** Parses a stored time to milliseconds since 1970; NaN for any other text. */
export const parseStoredTime = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

/** Converts a stored time to the time in a query, for the zone in which the instance reads queries. */
export const toQueryTime = (stored: string, offsetMs: number): string =>
  offsetMs === 0 ? stored : formatStoredTime(parseStoredTime(stored) + offsetMs)
