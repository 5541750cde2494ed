/** Thrown within lib/filter for an invalid filter; `parseFilter` returns it as an error. */
export class FilterRefusal extends Error {
  /** Position in UTF-16 units. */
  readonly offset: number
  /** The tokens that would have been valid at this position. */
  readonly expected: readonly string[]

  constructor(message: string, offset: number, expected: readonly string[] = []) {
    super(message)
    this.offset = offset
    this.expected = expected
  }
}
