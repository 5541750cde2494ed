/** Thrown within lib/filter when a text is no filter; parseFilter turns it into its answer. */
export class FilterRefusal extends Error {
  /** Where in the text, in UTF-16 units. */
  readonly offset: number
  /** What could have stood there. */
  readonly expected: readonly string[]

  constructor(message: string, offset: number, expected: readonly string[] = []) {
    super(message)
    this.offset = offset
    this.expected = expected
  }
}
