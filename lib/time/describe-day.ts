const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: '2-digit', month: 'short', year: 'numeric' })

/** A calendar date such as `2026-03-01`: `01 Mar 2026`. */
export const dayLabel = (day: string): string => format.format(new Date(`${day}T00:00:00Z`)).replace('Sept', 'Sep')
