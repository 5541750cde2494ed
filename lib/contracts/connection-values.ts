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
