import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export type ZippedFile = {
  readonly path: string
  readonly content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
}

/** True if compressing a file does not make it smaller: PDFs, and hashes. */
const isDense = (path: string) => path.endsWith('.pdf') || !path.includes('.')

/** Files as a zip file of this time, in constant memory. */
export async function* streamZip(files: AsyncIterable<ZippedFile>, time: Date): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for await (const { path, content } of files) {
    const file = isDense(path) ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 1 })
    file.mtime = time
    zip.add(file)
    for await (const chunk of content) {
      file.push(Buffer.from(chunk))
      yield* chunks.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks.splice(0)
}
