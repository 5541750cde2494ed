import { maxImportBytes } from '#lib/contracts/import-values.ts'

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
