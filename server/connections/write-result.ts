/**
 * A field of a conflict or of a write that was not accepted: our version, the remote one (theirs), and the one before
 * both.
 */
export type FieldVersions = {
  readonly field: string
  readonly ours: string
  readonly theirs: string
  readonly base: string | null
}

/** The stored result of a write, for the next attempt and the next write of the same fields. */
export type WriteResult = {
  /** The versions of each field, for a person to compare. */
  readonly fields?: readonly FieldVersions[]
  /**
   * Remote values that may be overwritten, by field: values that Hindsight wrote, and values that a person decided
   * about.
   */
  readonly known?: Readonly<Record<string, readonly string[]>>
  /** The record's count of writes before a request whose effect has not been read back. */
  readonly sentAt?: number | undefined
  /** The maximum length of remote fields, as writes have shown. */
  readonly limits?: Readonly<Record<string, number>>
  /** True if a record was requested and no search has found it yet. */
  readonly isCreating?: boolean
}

/** Accepts the remote versions that a person has seen: they may be overwritten from now on. */
export function acceptTheirs({ fields = [], sentAt: _, ...result }: WriteResult): WriteResult {
  const acceptedTexts = Object.fromEntries(fields.map(({ field, theirs }) => [field, [theirs]]))
  return { ...result, fields, known: { ...result.known, ...acceptedTexts } }
}
