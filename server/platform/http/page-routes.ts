import { dirname, sep } from 'node:path'
import { addRoute, createRouter, findRoute } from 'rou3'
import { listPageFiles } from '#server/platform/app-files.ts'

/** The path of every page, as `/changes/[number]`, from the files under `app/`. */
export const listPageRoutes = (): string[] =>
  listPageFiles()
    .map((file) => `/${dirname(file)}`.split(sep).filter((part) => part !== '.' && !part.startsWith('(')))
    .map((parts) => parts.join('/').replace(/\/\.$/, '') || '/')
    .toSorted()

/** Returns a function that maps a URL to its page, or to one fixed word: never to the URL itself. */
export function createPageRouter(): (target: string) => string {
  const router = createRouter<string>()
  for (const route of listPageRoutes()) addRoute(router, 'GET', route.replace(/\[(\w+)\]/g, ':$1'), route)
  return (target) => {
    const path = target.split('?', 1)[0] ?? ''
    if (path.startsWith('/_next/static/')) return '/_next/static/*'
    if (path.startsWith('/api/auth/')) return '/api/auth/*'
    return findRoute(router, 'GET', path)?.data ?? 'none'
  }
}
