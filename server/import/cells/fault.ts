import { shorten } from '#lib/text/shorten.ts'
/** The reason why a cell cannot be read, as the end of a sentence: `"31-02-2016" is not a date that exists`. */
export class Fault {
  readonly issue: string

  constructor(issue: string) {
    this.issue = issue
  }
}

/** Quotes a cell for a message, on one line and cut to 40 characters. */
export function quoteCell(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('\0', '␀')
  return JSON.stringify(shorten(line, 40))
}
