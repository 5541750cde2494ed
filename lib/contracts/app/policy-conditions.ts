import type { changeRisks, changeTypes } from '#lib/contracts/changes.ts'
import type { CloseCode } from '#lib/contracts/record-values.ts'

/** The conditions of a rule; a change must meet all of them. Null or empty means no condition. */
export type PolicyConditions = {
  readonly types: readonly (typeof changeTypes)[number][]
  readonly risks: readonly (typeof changeRisks)[number][]
  readonly close_codes: readonly CloseCode[]
  /** The change ended more than this many minutes after the planned end. */
  readonly overrun_minutes: number | null
  /** A linked incident has this priority or a more urgent one: 1 (critical) to 5 (planning). */
  readonly incident_priority: number | null
  readonly is_unauthorized: boolean
  /** The change affects at least one of these services. */
  readonly services: readonly string[]
  /** The change affects at least this many services. */
  readonly service_count: number | null
  /** Percentage of the changes that no other rule matches. */
  readonly sample_percent: number | null
}

/** The assignee of a review: nobody yet, a person, the reviewer of the service, or the next member of a group. */
export type RuleAssignment =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'person'; readonly email: string }
  | { readonly kind: 'service' }
  | { readonly kind: 'group'; readonly group_id: string }
