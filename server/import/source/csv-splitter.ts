import { longestRow } from './source.ts'

export type SplitRow = {
  /** The line of the text where it begins; 1 is the first. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Why nothing after a row is read, and the line where that row begins. */
export type SplitFault = { readonly line: number; readonly reason: 'never closed' | 'too long' }

type ScannedRow = { readonly cells: readonly string[]; readonly end: number; readonly next: number }

/**
 * Takes CSV text apart that comes in pieces. Lines end as the first one does: CRLF, LF or CR. Empty lines are left out.
 * A quote within an unquoted cell is taken as it is, and so are the quotes of a cell that goes on after the closing one.
 * Most rows have no quote and are split as one piece; the others are passed letter by letter.
 */
export class CsvSplitter {
  fault: SplitFault | undefined
  private readonly delimiter: string
  private lineEnd = ''
  private rest = ''
  private line = 1

  constructor(delimiter: string) {
    this.delimiter = delimiter
  }

  /** The rows that end in this piece. */
  feed(piece: string): SplitRow[] {
    return this.split(this.rest + piece, false)
  }

  /** The row that the end of the text ends. */
  end(): SplitRow[] {
    return this.split(this.rest, true)
  }

  private split(text: string, isEnd: boolean): SplitRow[] {
    const rows: SplitRow[] = []
    let at = 0
    let quote = text.indexOf('"')
    while (at < text.length && !this.fault) {
      const end = this.lineEnd === '' ? -1 : text.indexOf(this.lineEnd, at)
      if (end < 0 && this.lineEnd !== '' && !isEnd) break
      const stop = end < 0 ? text.length : end
      if (quote >= 0 && quote < at) quote = text.indexOf('"', at)
      const isPlain = this.lineEnd !== '' && (quote < 0 || quote >= stop)
      const next = end < 0 ? stop : stop + this.lineEnd.length
      const row = isPlain ? { cells: undefined, end: stop, next } : this.scan(text, at, isEnd)
      if (!row) break
      if (row.end - at > longestRow) this.fault = { line: this.line, reason: 'too long' }
      else if (row.end > at) rows.push(this.take(text.slice(at, row.end), row.cells))
      else this.line += 1
      at = row.next
    }
    this.rest = text.slice(at)
    if (isEnd && this.rest !== '') this.fault ??= { line: this.line, reason: 'never closed' }
    if (this.rest.length > longestRow) this.fault = { line: this.line, reason: 'too long' }
    return rows
  }

  private take(text: string, scanned: readonly string[] | undefined): SplitRow {
    const row = { line: this.line, cells: scanned ?? text.split(this.delimiter) }
    this.line += 1 + (/[\r\n]/.test(text) ? countLineEnds(row.cells) : 0)
    return row
  }

  /** A row that may hold quotes, or the first; undefined where it does not end here. */
  private scan(text: string, from: number, isEnd: boolean): ScannedRow | undefined {
    const cells: string[] = []
    for (let at = from; ; at += 1) {
      let cell = ''
      if (text[at] === '"') {
        const close = this.findClose(text, at, isEnd)
        if (close === undefined) return undefined
        const isWhole = this.isCellEnd(text, close + 1) || text[close + 1] === '\0'
        const quoted = text.slice(at + 1, close).replaceAll('""', '"')
        cell = isWhole ? quoted : `"${quoted}"`
        at = close + 1
      }
      const start = at
      at = this.findCellEnd(text, start)
      cells.push(cell + text.slice(start, at))
      if (at >= text.length - 1 && !isEnd) return undefined
      const lineEnd = at < text.length ? this.lineEndAt(text, at) : ''
      if (at < text.length && lineEnd === '') continue
      this.lineEnd ||= lineEnd
      return { cells, end: at, next: at + lineEnd.length }
    }
  }

  /** Where the quote is that closes the one at a place; undefined where that, or what follows it, is still to come. */
  private findClose(text: string, open: number, isEnd: boolean): number | undefined {
    for (let from = open + 1; ; ) {
      const close = text.indexOf('"', from)
      const isOpen = close < 0 || (close + 2 >= text.length && !isEnd)
      if (isOpen) return undefined
      if (text[close + 1] !== '"') return close
      from = close + 2
    }
  }

  private findCellEnd(text: string, from: number): number {
    if (this.lineEnd !== '') {
      const ends = [text.indexOf(this.delimiter, from), text.indexOf(this.lineEnd, from)].filter((at) => at >= 0)
      return Math.min(text.length, ...ends)
    }
    let at = from
    while (!this.isCellEnd(text, at)) at += 1
    return at
  }

  private isCellEnd(text: string, at: number): boolean {
    return at >= text.length || text[at] === this.delimiter || this.lineEndAt(text, at) !== ''
  }

  /** The line end at a place, if there is one; the first of all settles what is one. */
  private lineEndAt(text: string, at: number): string {
    if (this.lineEnd !== '') return text.startsWith(this.lineEnd, at) ? this.lineEnd : ''
    if (text[at] === '\n') return '\n'
    if (text[at] !== '\r') return ''
    return text[at + 1] === '\n' ? '\r\n' : '\r'
  }
}

/** Line ends inside the cells of a row. */
function countLineEnds(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells) count += cell.match(/\r\n|\n|\r(?!$)/g)?.length ?? 0
  return count
}
