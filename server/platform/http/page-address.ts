/**
 * The address of a page with parts that are not percent-encoded text (`%E0%A4%A`) taken as they are written. Next
 * answers such a part with a 500 before any of our code; read so, it is the name of something that is not there.
 */
export function readablePageAddress(target: string): string {
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
