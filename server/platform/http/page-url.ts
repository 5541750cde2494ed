/**
 * Escapes the parts of a page's URL that are invalid percent-encoding (`%E0%A4%A`). Next responds to such a part with a
 * 500 before any of our code runs; escaped, it names a record that does not exist.
 */
export function escapePageUrl(target: string): string {
  if (!target.includes('%')) return target
  const [path = '', ...query] = target.split('?')
  const readable = path.split('/').map((part) => (isEncodedText(part) ? part : part.replaceAll('%', '%25')))
  return [readable.join('/'), ...query].join('?')
}

function isEncodedText(part: string): boolean {
  try {
    return decodeURIComponent(part) !== ''
  } catch {
    return false
  }
}
