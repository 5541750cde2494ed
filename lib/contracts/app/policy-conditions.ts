import type { changeRisks, changeTypes } from '../changes.ts'
import type { CloseCode } from '../record-values.ts'

/** What a rule asks of a change; all that is given must hold. Null or empty asks nothing. */
export type PolicyConditions = {
  readonly types: readonly (typeof changeTypes)[number][]
  readonly risks: readonly (typeof changeRisks)[number][]
  readonly close_codes: readonly CloseCode[]
  /** Ended more than this many minutes after the planned end. */
  readonly overrun_minutes: number | null
  /** A linked incident of this priority or a more urgent one: 1 (critical) to 5 (planning). */
  readonly incident_priority: number | null
  readonly is_unauthorized: boolean
  /** Share of the changes that no other rule picks, in percent. */
  readonly sample_percent: number | null
}

/** Who gets the review: a person, the reviewer of the service, the next of a group, or nobody yet. */
export type RuleAssignment =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'person'; readonly email: string }
  | { readonly kind: 'service' }
  | { readonly kind: 'group'; readonly group_id: string }
