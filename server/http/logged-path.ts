/** Addresses whose next part is the very key to what is behind them. */
const keyed = /\/(answers|unsubscribe)\/[^/]*/g

/** The path of an address as the log may keep it: without the query, and without the keys that links in mail carry. */
export function loggedPath(url: string): string {
  const path = url.startsWith('/') ? url : url.slice(url.indexOf('/', url.indexOf('//') + 2))
  return (path.split('?', 1)[0] ?? '').replace(keyed, '/$1/[secret]')
}
