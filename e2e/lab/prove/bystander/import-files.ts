import type { Attack } from './attack.ts'
import { bearerOf } from './headers.ts'

/** Imports of these files of changes, in turn, by a token that may write. */
export const importFiles = (name: string, contentType: string, files: readonly string[]): Attack => ({
  name,
  connections: 4,
  prepare: ({ baseUrl, tokens }) => {
    const headers = bearerOf(tokens.itsm.write, contentType)
    const url = `${baseUrl}/api/itsm/v1/imports?kind=changes`
    return (n) => new Request(url, { method: 'POST', headers, body: files[n % files.length] ?? '' })
  },
})
