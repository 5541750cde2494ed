import { CsvSplitter, type SplitFault } from './csv-splitter.ts'
import { longestRow, type SourceRow } from './source.ts'

type CsvRow = SourceRow & { readonly content: readonly string[] | undefined }

/**
 * The rows of a CSV text, its header being row 0, each with the line where it begins. A quote that is never closed ends
 * the reading: what came before is kept, and the row where it was opened comes last, with a fault.
 */
export async function* readCsvRows(
  pieces: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<readonly CsvRow[]> {
  const splitter = new CsvSplitter(delimiter)
  let ordinal = 0
  const numbered = (rows: ReturnType<CsvSplitter['feed']>): CsvRow[] => {
    const portion: CsvRow[] = rows.map(({ line, cells }) => ({ ordinal: ordinal++, line, content: cells }))
    const { fault } = splitter
    if (fault) portion.push({ ordinal, line: fault.line, content: undefined, fault: describe(fault) })
    return portion
  }
  for await (const piece of pieces) {
    const rows = numbered(splitter.feed(piece))
    if (rows.length > 0) yield rows
    if (splitter.fault) return
  }
  yield numbered(splitter.end())
}

function describe({ line, reason }: SplitFault): string {
  if (reason === 'never closed') return `opens a quote that is never closed; nothing after line ${line} is read`
  return `is longer than ${longestRow.toLocaleString('en')} characters, perhaps for a quote never closed; nothing after line ${line} is read`
}
