/** Hours after the digest hour in which the morning mail is still sent. */
const catchUpHours = 4

/** True if it is the hour of the morning mail in a zone, or at most some hours later. */
export function isMorning(now: Date, zone: string, digestHour: number): boolean {
  const late = hourIn(now, zone) - digestHour
  return late >= 0 && late < catchUpHours
}

const hourIn = (now: Date, zone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: zone }).format(now))
