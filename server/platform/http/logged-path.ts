/** Addresses whose next part is the very key to what is behind them. */
const keyed = /\/(answers|unsubscribe)\/[^/]*/g

/** The path of an address as the log may keep it: without the query, and without the keys that links in mail carry. */
export function loggedPath(url: string): string {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?', start)
  return url.slice(start, end === -1 ? undefined : end).replace(keyed, '/$1/[secret]')
}
