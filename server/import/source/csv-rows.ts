import { type CsvError, type Parser, parse } from 'csv-parse'
import type { SourceRow } from './source.ts'

/** Characters of one row beyond which something is wrong with its quotes. */
export const longestRow = 1_000_000

type CsvRow = SourceRow & { readonly content: readonly string[] | undefined }

/**
 * The rows of a CSV text, its header being row 0, each with the line where it begins. Quotes inside unquoted cells are
 * taken as they are. A quote that is never closed ends the reading: what came before is kept, and the row where it was
 * opened comes last, with a fault.
 */
export async function* readCsvRows(
  chunks: AsyncIterable<Buffer | string>,
  delimiter: string,
): AsyncGenerator<readonly CsvRow[]> {
  let rows: CsvRow[] = []
  let ordinal = 0
  let nextLine = 1
  let emptyLines = 0
  const skipEmptyLines = (now: number) => {
    nextLine += now - emptyLines
    emptyLines = now
  }
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    on_record(content: string[], context) {
      skipEmptyLines(context.empty_lines)
      rows.push({ ordinal: ordinal++, line: nextLine, content })
      nextLine += 1 + countLineEnds(content)
      return null
    },
  })
  parser.on('error', () => {})
  const taken = () => {
    const portion = rows
    rows = []
    return portion
  }
  const faulty = (error: CsvError): CsvRow => {
    skipEmptyLines(parser.info.empty_lines)
    return { ordinal, line: nextLine, content: undefined, fault: faultOf(error, nextLine) }
  }
  for await (const chunk of chunks) {
    const error = await write(parser, chunk)
    if (error) return yield [...taken(), faulty(error)]
    if (rows.length > 0) yield taken()
  }
  const error = await finish(parser)
  yield error ? [...taken(), faulty(error)] : taken()
}

/** Line ends inside the cells of a row; the parser's own count takes a CRLF in a cell for two. */
function countLineEnds(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells) if (/[\r\n]/.test(cell)) count += cell.match(/\r\n|\n|\r(?!$)/g)?.length ?? 0
  return count
}

const write = (parser: Parser, chunk: Buffer | string) =>
  new Promise<CsvError | undefined>((resolve) => {
    parser.write(chunk, (error) => resolve((error ?? undefined) as CsvError | undefined))
  })

const finish = (parser: Parser) =>
  new Promise<CsvError | undefined>((resolve) => {
    parser.once('error', resolve)
    parser.once('end', () => resolve(undefined))
    parser.end()
    parser.resume()
  })

function faultOf(error: CsvError, line: number): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return `opens a quote that is never closed; nothing after line ${line} is read`
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return `is longer than ${longestRow.toLocaleString('en')} characters, perhaps for a quote never closed; nothing after line ${line} is read`
  }
  return `is not CSV (${error.message}); nothing after line ${line} is read`
}
