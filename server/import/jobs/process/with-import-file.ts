import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readContent } from '#server/import/jobs/stored-content.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { withTemporaryFolder } from '#server/platform/temporary-folder.ts'

/** Longest name in a folder, in characters: systems allow 255 bytes. */
const maxNameLength = 60

/** A file name without characters that have a meaning in a path. The ending stays, because it decides the format. */
const safeFileName = (name: string): string =>
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
    const path = join(folder, safeFileName(fileName))
    await pipeline(Readable.from(readContent(db, id, 'file')), createWriteStream(path))
    return work(path, folder)
  })
}
