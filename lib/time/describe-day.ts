const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a calendar date such as `2026-03-01`: `01 Mar 2026`. */
export function describeDay(day: string): string {
  const iso = new Date(`${day}T00:00:00Z`).toISOString()
  return `${iso.slice(8, 10)} ${months[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`
}
