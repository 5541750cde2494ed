import type { Attack } from '../attack.ts'

/** The pages that cost most for callers who have not signed in. */
const paths = ['/reference', '/sign-in', '/reference?system=itsm', '/no-such-page', '/_next/no-such-file']

/** A crowd of connections of one address that all get pages without pause. */
export const getCostlyPages: Attack = {
  name: 'get-costly-pages',
  connections: 200,
  async prepare({ baseUrl }) {
    // The first page loads the code of all pages.
    for (const path of paths) await fetch(`${baseUrl}${path}`, { redirect: 'manual' })
    return (n) => new Request(`${baseUrl}${paths[n % paths.length]}`)
  },
}
