/** Describes minutes in at most two units: `50 minutes`, `1 hour 50 minutes`, `3 days 4 hours`. */
export function describeDuration(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  const parts: [number, string][] = [
    [Math.floor(whole / 1440), 'day'],
    [Math.floor((whole % 1440) / 60), 'hour'],
    [whole % 60, 'minute'],
  ]
  const largestParts = parts.filter(([count]) => count > 0).slice(0, 2)
  return largestParts.map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`).join(' ') || '0 minutes'
}
