import type { Attack } from '../attack.ts'
import { sendMany } from '../send-many.ts'

/** The pages that cost most for callers who have not signed in. */
const paths = ['/reference', '/sign-in', '/reference?system=itsm', '/no-such-page']

/** A crowd of connections of one address that all get pages without pause. */
export const getCostlyPages: Attack = {
  name: 'get-costly-pages',
  // The first page loads the code of all pages.
  async prepare({ server }) {
    for (const path of paths) await fetch(`${server.baseUrl}${path}`, { redirect: 'manual' })
  },
  run: ({ server }, signal) =>
    sendMany(signal, 200, (n) => fetch(`${server.baseUrl}${paths[n % paths.length]}`, { redirect: 'manual', signal })),
}
