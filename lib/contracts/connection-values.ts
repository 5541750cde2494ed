/** The tables of ServiceNow that can be read. */
export const serviceNowTables = [
  'change_request',
  'incident',
  'change_task',
  'problem',
  'sys_user',
  'cmdb_ci_service',
  'kb_knowledge',
] as const
export type ServiceNowTable = (typeof serviceNowTables)[number]

/** The result of one step of a check. */
export const checkStatuses = ['ok', 'warning', 'failed', 'skipped'] as const

export type CheckStep = {
  readonly name: string
  readonly status: (typeof checkStatuses)[number]
  readonly message: string
  /** Advice to the admin; null if nothing needs to be done. */
  readonly advice: string | null
}
export type CheckResult = { readonly checked_at: string; readonly steps: readonly CheckStep[] }

/** The counts of a run. */
export type RunCounts = {
  readonly read: number
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
  readonly written: number
  readonly conflicts: number
}

/** A row of another system that was not imported, with the reason. */
export type RefusedSourceRow = {
  readonly reason: string
  readonly label: string
  readonly row: Readonly<Record<string, unknown>>
}

/** A write to another system; each connector defines its own kinds and fields. */
export type WritePayload = { readonly kind: string } & Readonly<Record<string, unknown>>

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
