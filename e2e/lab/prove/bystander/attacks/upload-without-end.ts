import { sessionOf } from '#e2e/own-server.ts'
import type { Attack } from '../attack.ts'

/** Megabytes that files may take together, so few that the quota of uploads suffices to fill them. */
const space = 40
const file = new Uint8Array(2_000_000).fill(0x78)

/** Drafts of imports until there is no more room for them, and further ones. */
export const uploadWithoutEnd: Attack = {
  name: 'upload-without-end',
  env: { HINDSIGHT_IMPORT_SPACE: String(space) },
  // There is no more room for files, of anybody.
  mayRefuse: /^(?:upload|import until it is done): POST \S+: 507 /,
  connections: 4,
  async prepare({ baseUrl }) {
    const headers = { ...(await sessionOf(baseUrl, 'manager')), 'Content-Type': 'application/octet-stream' }
    const url = `${baseUrl}/api/app/v1/imports?kind=changes&file_name=endless.csv`
    return () => new Request(url, { method: 'POST', headers, body: file })
  },
}
