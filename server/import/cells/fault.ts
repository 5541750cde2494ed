/** Why a cell cannot be read, worded to follow the name of its field: `"31-02-2016" is not a date that exists`. */
export class Fault {
  readonly issue: string

  constructor(issue: string) {
    this.issue = issue
  }
}

/** A cell as a message quotes it: in quotes, on one line, cut after 40 characters. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('\0', '␀')
  return JSON.stringify(line.length > 40 ? `${line.slice(0, 39)}…` : line)
}
