import { maxRowLength } from './source.ts'

/** The text of one record, or why there is none. */
export type JsonItem = { readonly line: number; readonly text?: string; readonly fault?: string }

const wrappers = new Set([
  ...['result', 'results', 'data', 'records', 'items', 'rows', 'entries', 'value'],
  ...['users', 'products', 'changes', 'change_requests', 'incidents', 'articles'],
])

/**
 * The records of a JSON document read in pieces, never holding more than one: the elements of the list at the root or
 * under a usual name (`{"result": […]}`); without such a list, the innermost object under such names is the one record.
 * What is not a whole record comes with a fault.
 */
export async function* readJsonItems(pieces: AsyncIterable<string>): AsyncGenerator<readonly JsonItem[]> {
  const finder = new ItemFinder()
  for await (const piece of pieces) {
    const items = finder.feed(piece)
    if (items.length > 0) yield items
    if (finder.isDone) return
  }
  yield finder.end()
}

class ItemFinder {
  isDone = false
  private line = 1
  /** Brackets open, and how many of them hold the records: the root and the wrappers under it. */
  private depth = 0
  private level = 0
  private isInList = false
  private isInString = false
  private isEscaped = false
  /** The last string directly in a wrapper: a key, once a colon follows. */
  private lastString = ''
  private key = ''
  /** The record being read, as far as it was in earlier pieces. */
  private isKeeping = false
  private kept = ''
  private keptFrom = 0
  private keptLine = 1
  private stringFrom = 0
  private hasScalar = false
  private found: JsonItem[] = []

  feed(piece: string): JsonItem[] {
    this.found = []
    this.keptFrom = 0
    this.stringFrom = 0
    for (let at = 0; at < piece.length && !this.isDone; at += 1) {
      const letter = piece.charAt(at)
      if (letter === '\n') this.line += 1
      if (this.isInString) this.passString(letter, piece, at)
      else this.pass(letter, piece, at)
    }
    if (this.isInString && this.isKeyPlace()) this.lastString += piece.slice(this.stringFrom, this.stringFrom + 100)
    if (this.isKeeping && this.kept.length <= maxRowLength) this.kept += piece.slice(this.keptFrom)
    return this.found
  }

  /** What the end of the file leaves open. */
  end(): JsonItem[] {
    if (this.isDone) return []
    if (this.isKeeping && this.isInList)
      return [{ line: this.keptLine, fault: 'is cut: the file ends in the middle of it' }]
    if (this.isInList) return [{ line: this.line, fault: 'is missing: the file ends before its list does' }]
    if (this.level > 0) return [{ line: this.keptLine, fault: 'is cut: the file ends in the middle of it' }]
    return this.hasScalar ? [{ line: 1, fault: 'is not a JSON object' }] : []
  }

  private isKeyPlace = () => this.depth === this.level && !this.isInList

  private passString(letter: string, piece: string, at: number) {
    if (this.isEscaped) this.isEscaped = false
    else if (letter === '\\') this.isEscaped = true
    else if (letter === '"') {
      this.isInString = false
      if (this.isKeyPlace()) this.lastString += piece.slice(this.stringFrom, at)
    }
  }

  private pass(letter: string, piece: string, at: number) {
    switch (letter) {
      case '"':
        this.isInString = true
        this.stringFrom = at + 1
        this.lastString = ''
        this.hasScalar ||= this.depth === this.level
        break
      case ':':
        if (this.isKeyPlace()) this.key = this.lastString
        break
      case '{':
      case '[':
        this.open(letter, at)
        break
      case '}':
      case ']':
        this.close(piece, at)
        break
      case ',':
        this.endScalar()
        break
      default:
        if (letter > ' ') this.hasScalar ||= this.depth === this.level
    }
  }

  private open(bracket: string, at: number) {
    if (this.depth === this.level) {
      const isWrapper = !this.isInList && (this.level === 0 || wrappers.has(this.key))
      if (isWrapper) this.level += 1
      if (isWrapper && bracket === '[') {
        this.isInList = true
        this.isKeeping = false
        this.hasScalar = false
      } else if (isWrapper || this.isInList) this.keepFrom(at)
    }
    this.depth += 1
  }

  private close(piece: string, at: number) {
    const isEndOfWrapper = this.depth === this.level
    this.depth -= 1
    if (isEndOfWrapper && this.isInList) {
      this.depth += 1
      this.endScalar()
      this.isDone = true
    } else if (isEndOfWrapper || (this.isInList && this.depth === this.level)) {
      this.emit(this.kept + piece.slice(this.keptFrom, at + 1))
      this.isDone = isEndOfWrapper
    }
  }

  private keepFrom(at: number) {
    this.isKeeping = true
    this.kept = ''
    this.keptFrom = at
    this.keptLine = this.line
    this.hasScalar = false
  }

  private emit(text: string) {
    this.isKeeping = false
    const fault = `is longer than ${maxRowLength.toLocaleString('en')} characters`
    this.found.push(text.length > maxRowLength ? { line: this.keptLine, fault } : { line: this.keptLine, text })
  }

  private endScalar() {
    if (this.hasScalar && this.isInList && this.depth === this.level) {
      this.found.push({ line: this.line, fault: 'is not an object' })
      this.hasScalar = false
    }
  }
}
