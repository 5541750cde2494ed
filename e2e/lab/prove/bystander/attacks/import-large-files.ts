import type { Attack } from '../attack.ts'
import { bearerOf } from '../headers.ts'

/** Imports of these files of changes, in turn, by a token that may write. */
const importFiles = (name: string, contentType: string, files: readonly string[]): Attack => ({
  name,
  connections: 4,
  prepare: ({ baseUrl, tokens }) => {
    const headers = bearerOf(tokens.itsm.write, contentType)
    const url = `${baseUrl}/api/itsm/v1/imports?kind=changes`
    return (n) => new Request(url, { method: 'POST', headers, body: files[n % files.length] ?? '' })
  },
})

const depth = 100_000
const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const list = `${'['.repeat(depth)}${']'.repeat(depth)}`

/** JSON whose fields have 100,000 levels. */
export const importDeepFiles = importFiles('import-deep-files', 'application/json', [
  `[{"number":"CHG1","title":${deep}}]`,
  `[{"number":"CHG1","title":"Deep","created_at":${list}}]`,
])

const columns = Array.from({ length: 100_000 }, (_, n) => `c${n}`).join(',')

/** Files with millions of columns. */
export const importWideFiles = importFiles('import-wide-files', 'text/csv', [
  ','.repeat(5_000_000),
  ','.repeat(100_000),
  `${columns}\n${'1,'.repeat(100_000)}\n`,
  `number,title,${columns}\nCHG1,Wide\n`,
])
