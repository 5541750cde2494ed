import type { Reply } from './answer.ts'
import type { Target } from './target.ts'

/** Whether a pair of the query, which was read before, is the number of the page. */
function isPage(pair: string): boolean {
  const [name = ''] = pair.split('=', 1)
  return name === 'page' || (name.includes('%') && decodeURIComponent(name) === 'page')
}

/** The `Link` field (RFC 8288) of a page: first, prev, next and last, as far as they exist, as references to this host. */
export function pageLinks(
  { pathname, search }: Target,
  { page, limit, total }: NonNullable<Reply<unknown>['paging']>,
): string {
  const last = Math.max(1, Math.ceil(total / limit))
  const targets: [string, number | null][] = [
    ['first', 1],
    ['prev', page > 1 ? Math.min(page - 1, last) : null],
    ['next', page < last ? page + 1 : null],
    ['last', last],
  ]
  const rest = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isPage(pair))
  const addressOf = (target: number) => `${pathname}?${[...rest, `page=${target}`].join('&')}`
  return targets
    .flatMap(([relation, target]) => (target === null ? [] : `<${addressOf(target)}>; rel="${relation}"`))
    .join(', ')
}
