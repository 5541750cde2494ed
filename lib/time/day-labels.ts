const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Formats a calendar date (YYYY-MM-DD): “1 Dec 2026”. */
export const formatDayLabel = (day: string): string =>
  format.format(new Date(`${day}T00:00:00Z`)).replace('Sept', 'Sep')
