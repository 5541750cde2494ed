import type { PersonKey } from './cast.ts'

/** Rules that ask for a sign-off. */
export type RuleName = 'emergency' | 'high_risk' | 'incident' | 'overrun'

/** Fields of the record of a change that decide about the requirements. */
export type ObservedRecord = { readonly [field in 'type' | 'risk' | 'state']: string } & { readonly isLate: boolean }

type PartName = 'implemented' | 'wrote' | 'submitted' | 'imported' | 'issued'

/** Observed result of an operation. The model only gets these facts, and never reads tables or rules of the product. */
export type Fact =
  /** `who` took part in the change or its review. */
  | { readonly is: 'part'; readonly part: PartName; readonly who: PersonKey }
  /** The change now names its implementer by a text that no directory knows. */
  | { readonly is: 'unresolved'; readonly text: string }
  | ({ readonly is: 'record' } & Partial<ObservedRecord>)
  /** Somebody wrote the entry of the directory that explains this text. */
  | { readonly is: 'listed'; readonly text: string; readonly who: PersonKey }
  /** An incident of priority 1 names the change, or none does any more. */
  | { readonly is: 'incident'; readonly isUrgent: boolean }
  | { readonly is: 'policy'; readonly rule: RuleName; readonly asks: boolean; readonly isPerson: boolean }
  | { readonly is: 'event wrote to change' }
  /** The job has decided which changes need a review. */
  | { readonly is: 'decided' }
  | { readonly is: 'signed'; readonly who: PersonKey; readonly stated?: PersonKey | 'nobody' }
  /** Somebody signed though review or change had been written since they read them. */
  | { readonly is: 'signed unread'; readonly who: PersonKey }
  | { readonly is: 'waived' | 'completed'; readonly who: PersonKey; readonly isConfirmed?: boolean }
  | { readonly is: 'requested waiver'; readonly who: PersonKey }
  | { readonly is: 'reopened' }
  /** `who` owned the action, did it, closed or linked its issue, or imported it. */
  | { readonly is: 'took'; readonly who: PersonKey }
  /** Somebody whom nobody knows closed the issue of the action. */
  | { readonly is: 'closed by unknown' }
  /** `stated` is the person whom the verifier names as the closer of its issue. */
  | { readonly is: 'verified'; readonly who: PersonKey | null; readonly stated?: PersonKey }

/** State of the service after each step. */
export type ObservedState = {
  readonly status: string | null
  readonly reviewer: PersonKey | null
  readonly isCounted: boolean
  readonly actionStatus: string
}

/** Facts of concurrent operations, for each operation. */
export type FactsOfStep = readonly (readonly Fact[])[]
