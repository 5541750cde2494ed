// Compresses the scripts and styles of the pages once, at the build: better than any server would on each request.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const staticDir = resolve(import.meta.dirname, '..', '..', '.next', 'static')
await Promise.all(
  globSync('**/*.{js,css}', { cwd: staticDir }).map(async (name) => {
    const file = join(staticDir, name)
    const content = readFileSync(file)
    writeFileSync(
      `${file}.br`,
      await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
  }),
)
