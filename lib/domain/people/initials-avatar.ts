/** Returns one or two capital letters for a name or an e-mail address: `Ada Lovelace` gives `AL`. */
export function getInitials(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._-]+/).filter(Boolean)
  const first = [...(words[0] ?? '')][0] ?? ''
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return (first + last).toUpperCase() || '?'
}

/**
 * Returns a picture for a person without one: a data URL of an SVG with the initials, in a colour that depends on the
 * name.
 */
export function drawInitialsAvatar(name: string): string {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
  const label = getInitials(name)
    .replace(/[<>&'"]/g, '')
    .toWellFormed()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="hsl(${hue} 45% 35%)"/><text x="48" y="48" dy=".35em" text-anchor="middle" font-family="sans-serif" font-size="38" fill="#fff">${label}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
