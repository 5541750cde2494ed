/** Paths whose next segment grants access by itself. */
const keyed = /\/(answers|unsubscribe|calendars\/v1)\/[^/]*/g

/** The path of a URL for the log: without the query, and without the secrets of links in mails. */
export function toLoggedPath(url: string): string {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?', start)
  return url.slice(start, end === -1 ? undefined : end).replace(keyed, '/$1/[secret]')
}
