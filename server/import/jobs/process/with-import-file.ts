import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readContent } from '#server/import/jobs/stored-content.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { withTemporaryFolder } from '#server/platform/files/temporary-folder.ts'

/** Maximum characters of a file name; systems allow 255 bytes. */
const maxNameLength = 60

/** Replaces characters of a file name that have a meaning in a path. The ending stays, as it decides the format. */
const toSafeFileName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .slice(-maxNameLength)
    .replace(/^[. ]+/, '_')

/** Copies the file of an import to a temporary folder, which is deleted after `work`. */
export async function withImportFile<Result>(
  db: Queryable,
  { id, fileName }: { readonly id: string; readonly fileName: string },
  work: (path: string, folder: string) => Promise<Result>,
): Promise<Result> {
  return withTemporaryFolder('import', async (folder) => {
    const path = join(folder, toSafeFileName(fileName))
    await pipeline(Readable.from(readContent(db, id, 'file')), createWriteStream(path))
    return work(path, folder)
  })
}
