import { maxImportBytes } from '#lib/contracts/import-values.ts'
import { maxArchiveEntries, maxUnpackedBytes } from '#lib/domain/archive-bounds.ts'
import { groupDigits } from '#lib/text/grouped.ts'

/** A file with its path inside the folder that was chosen. */
export type ChosenFile = { readonly path: string; readonly file: File }

const markdown = /\.(md|markdown)$/i

/** Lists the files of an input, with their paths if a folder was chosen. */
export const listInputFiles = (files: FileList): ChosenFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/** Lists the dropped files, including those inside folders. */
export async function readDroppedFiles(transfer: DataTransfer): Promise<ChosenFile[]> {
  // Read before the first `await`, after which the browser clears the list.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const filesByEntry = await Promise.all(entries.map(readEntryFiles))
  return filesByEntry.flat()
}

async function readEntryFiles(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return [{ path: entry.fullPath.replace(/^\//, ''), file }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const files: ChosenFile[] = []
  // A call returns at most 100 entries, and none at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (entries.length === 0) return files
    files.push(...(await Promise.all(entries.map(readEntryFiles))).flat())
    if (files.length > maxArchiveEntries) return files
  }
}

/**
 * Returns the file to send: the only one, or a zip archive if there are several Markdown files. The archive has empty
 * entries for other files. Throws an `Error` with the reason if there is nothing to send.
 */
export async function combineFiles(chosen: readonly ChosenFile[]): Promise<File> {
  const [first] = chosen
  if (!first) throw new Error('No file was chosen.')
  if (chosen.length === 1) return first.file
  if (!chosen.some(({ path }) => markdown.test(path))) {
    throw new Error('Choose one file. Only Markdown files can be imported several at a time.')
  }
  if (chosen.length > maxArchiveEntries) {
    throw new Error(`These are more than ${groupDigits(maxArchiveEntries)} files.`)
  }
  const size = chosen.reduce((sum, { path, file }) => sum + (markdown.test(path) ? file.size : 0), 0)
  if (size > maxUnpackedBytes)
    throw new Error(`These files have more than ${maxUnpackedBytes / 1024 / 1024} MB together.`)
  const contents: Record<string, Uint8Array> = {}
  for (const { path, file } of chosen) {
    contents[path] = markdown.test(path) ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
  }
  const { zipSync } = await import('fflate')
  const [folder = ''] = first.path.split('/')
  const name = first.path.includes('/') ? folder : 'markdown'
  return new File([new Uint8Array(zipSync(contents, { level: 1 }))], `${name}.zip`, { type: 'application/zip' })
}

const asXlsx = 'Open it in Excel, save it as XLSX without a password, or as CSV, and choose that file.'

const signatures: readonly (readonly [start: string, problem: string])[] = [
  ['\xd0\xcf\x11\xe0', `is an old Excel workbook (XLS) or protected with a password. ${asXlsx}`],
  ['%PDF', 'is a PDF. Export the records as CSV or JSON instead.'],
  ['\x1f\x8b', 'is packed with gzip. Unpack it and choose the file that it holds.'],
]

/** Explains why a file cannot be imported, judged by its size and first bytes; null if neither shows a problem. */
export async function findFileProblem(file: File): Promise<string | null> {
  if (file.size === 0) return `${file.name} is empty.`
  if (file.size > maxImportBytes) {
    return `${file.name} has ${Math.ceil(file.size / 1024 / 1024)} MB. At most ${maxImportBytes / 1024 / 1024} MB are accepted.`
  }
  const bytes = new Uint8Array(await file.slice(0, 4096).arrayBuffer())
  const head = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const signature = signatures.find(([start]) => head.startsWith(start))
  if (signature) return `${file.name} ${signature[1]}`
  const isNamedWrong = /\.xls[xmb]?$/i.test(file.name) && !head.startsWith('PK')
  return isNamedWrong
    ? `${file.name} is named as an Excel workbook, but is none. If it is CSV, rename it to .csv.`
    : null
}
