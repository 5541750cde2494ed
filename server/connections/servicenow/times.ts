/** A time as ServiceNow stores it, `2026-03-01 08:15:00` in UTC. */
export const storedTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/** The moment of a stored time; NaN for a text that is none. */
export const parseMoment = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

/** A stored time as a query must name it, for an account in whose zone the instance reads queries. */
export const queryTime = (stored: string, offsetMs: number): string =>
  offsetMs === 0 ? stored : storedTime(parseMoment(stored) + offsetMs)
