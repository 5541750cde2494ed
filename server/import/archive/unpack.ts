import { createWriteStream } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { maxArchiveEntries, maxArchiveFolders, maxArchiveName, maxUnpackedBytes } from '#lib/domain/archive-bounds.ts'
import { AppError } from '#server/platform/errors.ts'
import { withTemporaryFolder } from '#server/platform/temporary-folder.ts'

const zipSignature = 'PK\x03\x04'
const markdownNames = /\.(md|markdown)$/i
const dataNames = /\.(csv|tsv|txt|json|ndjson|jsonl)$/i

/**
 * Calls `work` with a path that can be imported: of a zip archive the temporary folder of its Markdown files, or its
 * one data file; a workbook and any other path as it is. Throws `invalid_request` for an archive that is too large or damaged.
 */
export async function withUnpacked<Result>(path: string, work: (path: string) => Promise<Result>): Promise<Result> {
  if (!(await isZip(path))) return work(path)
  return withTemporaryFolder('unpacked', async (parent) =>
    work(await unpack(path, join(parent, basename(path, extname(path))))),
  )
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined)
  if (!file) return false
  try {
    if ((await file.stat()).isDirectory()) return false
    const { buffer } = await file.read(Buffer.alloc(zipSignature.length))
    return buffer.toString('latin1') === zipSignature
  } finally {
    await file.close()
  }
}

async function unpack(path: string, folder: string): Promise<string> {
  try {
    const names = await checkEntries(path)
    if (names.includes('[Content_Types].xml')) {
      await eachEntry(path, readThrough)
      return path
    }
    const isMarkdown = names.some((name) => markdownNames.test(name))
    const data = names.filter((name) => dataNames.test(name) && !basename(name).startsWith('.'))
    if (!isMarkdown && data.length !== 1) {
      throw new AppError(
        'invalid_request',
        `${basename(path)} holds neither Markdown files nor exactly one CSV or JSON file.`,
      )
    }
    const wanted = isMarkdown ? markdownNames : dataNames
    await mkdir(folder)
    await eachEntry(path, (zip, entry) => extract(zip, entry, folder, wanted))
    return isMarkdown ? folder : join(folder, data[0] ?? '')
  } catch (error) {
    if (error instanceof AppError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('invalid_request', `${basename(path)} cannot be unpacked: ${reason}.`)
  }
}

/** The names of the files in an archive. */
export async function listEntries(path: string): Promise<string[]> {
  const names: string[] = []
  await eachEntry(path, async (_, { fileName }) => void names.push(fileName))
  return names
}

/** The names of the files in an archive, whose number and total size are within the bounds. */
async function checkEntries(path: string): Promise<string[]> {
  const names: string[] = []
  let size = 0
  const refuse = (reason: string) => {
    throw new AppError('invalid_request', `${basename(path)} holds ${reason}.`)
  }
  await eachEntry(path, async ({ entryCount }, { fileName, uncompressedSize }) => {
    if (entryCount > maxArchiveEntries) {
      refuse(`more than ${maxArchiveEntries.toLocaleString('en')} files and folders`)
    }
    const shown = JSON.stringify(fileName.slice(0, 50))
    if (fileName.length > maxArchiveName) refuse(`a name of more than ${maxArchiveName} characters: ${shown}…`)
    if (fileName.split('/').length > maxArchiveFolders + 1) {
      refuse(`a file in more than ${maxArchiveFolders} folders: ${shown}…`)
    }
    names.push(fileName)
    size += uncompressedSize
    if (size > maxUnpackedBytes) refuse(`more than ${maxUnpackedBytes / 1024 / 1024} MB when it is unpacked`)
  })
  return names
}

/** Calls `visit` for each file of an archive. Names that lead out of the folder and wrong sizes are errors of yauzl. */
async function eachEntry(path: string, visit: (zip: ZipFile, entry: Entry) => Promise<void>): Promise<void> {
  const zip = await openPromise(path)
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('/')) await visit(zip, entry)
  }
}

/** Reads a file of an archive to its end: one that is larger than the archive says is an error of yauzl. */
async function readThrough(zip: ZipFile, entry: Entry): Promise<void> {
  for await (const _ of await zip.openReadStreamPromise(entry)) {
  }
}

/** Writes a file that is wanted; of another one only the name, so that the import reports that it is left out. */
async function extract(zip: ZipFile, entry: Entry, folder: string, wanted: RegExp): Promise<void> {
  const to = join(folder, entry.fileName)
  await mkdir(dirname(to), { recursive: true })
  if (!wanted.test(entry.fileName)) return writeFile(to, '')
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(to))
}
