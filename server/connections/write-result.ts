/** One field of a conflict, or of a write that was not taken: the local version, the remote one (theirs), and the one before both. */
export type FieldVersions = {
  readonly field: string
  readonly ours: string
  readonly theirs: string
  readonly base: string | null
}

/** What is stored with a write, for the next attempt and the next write of the same fields. */
export type WriteResult = {
  /** The versions of each field that a person compares. */
  readonly fields?: readonly FieldVersions[]
  /**
   * Remote values that may be overwritten, by field: values that Hindsight wrote, and values that a person decided
   * about.
   */
  readonly known?: Readonly<Record<string, readonly string[]>>
  /** The number of writes of the record before a request whose effect has not been read back. */
  readonly sentAt?: number | undefined
  /** The maximum length of a remote field, where a write has shown it. */
  readonly limits?: Readonly<Record<string, number>>
  /** Whether a record was requested that no search has found so far. */
  readonly isCreating?: boolean
}

/** The result after a person has seen the versions of each field: the remote ones may be overwritten from now on. */
export function acceptTheirs({ fields = [], sentAt: _, ...result }: WriteResult): WriteResult {
  const acceptedTexts = Object.fromEntries(fields.map(({ field, theirs }) => [field, [theirs]]))
  return { ...result, fields, known: { ...result.known, ...acceptedTexts } }
}
