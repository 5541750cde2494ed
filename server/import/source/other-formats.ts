import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '#server/platform/errors.ts'

const asCsv = 'Save the sheet as CSV (in Excel: File, Save as, CSV UTF-8) and import that file.'

/** Formats that exports of other systems are often mistaken for, by their first bytes. */
const formats: readonly { readonly starts: readonly number[]; readonly name: string; readonly advice: string }[] = [
  { starts: [0xd0, 0xcf, 0x11, 0xe0], name: 'an old Excel workbook (XLS)', advice: asCsv },
  { starts: [0x25, 0x50, 0x44, 0x46], name: 'a PDF', advice: 'Export the records as CSV or JSON instead.' },
  { starts: [0x1f, 0x8b], name: 'packed with gzip', advice: 'Unpack it and import the file that it holds.' },
]
const zip = [0x50, 0x4b, 0x03, 0x04]

/** The names of the first entries of a workbook are at the beginning of its zip. */
const headSize = 4096

/** Rejects a file whose first bytes are those of a workbook, a PDF or an archive, and says what to do instead. */
export async function refuseOtherFormats(path: string): Promise<void> {
  const file = await open(path)
  const head = Buffer.alloc(headSize)
  try {
    await file.read(head)
  } finally {
    await file.close()
  }
  const found = startsWith(head, zip) ? describeZip(head) : formats.find(({ starts }) => startsWith(head, starts))
  if (found) throw new AppError('invalid_request', `${basename(path)} is ${found.name}. ${found.advice}`)
}

const startsWith = (head: Buffer, bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte)

function describeZip(head: Buffer) {
  if (/\[Content_Types\]\.xml|xl\//.test(head.toString('latin1'))) {
    return { name: 'an Excel workbook (XLSX)', advice: asCsv }
  }
  return { name: 'a zip archive', advice: 'Unpack it and import the files that it holds.' }
}
