/** `not_started`: owed by the policy, nothing written yet. `awaiting_sign_off`: submitted, for another person to sign. */
export const reviewStatuses = ['not_started', 'in_progress', 'awaiting_sign_off', 'completed'] as const

/** The short form serves clean, low-risk changes: one screen. */
export const reviewFormKinds = ['full', 'short'] as const

/** Why a review is owed: the rule of the policy that asks for it, by its name on that day, and what of the change fits it. */
export type OwedReason = { readonly rule_id: string; readonly rule: string; readonly text: string }

/** The steps of a review that keep a form; sign-off follows them. */
export const reviewSteps = ['plan', 'risk', 'incidents', 'outcome', 'improvements', 'lessons'] as const

export const planStepResults = ['done', 'skipped', 'deviated'] as const
export const objectiveAnswers = ['yes', 'partly', 'no'] as const
export const riskVerdicts = ['right', 'too_low', 'too_high'] as const
export const incidentDecisions = ['confirmed', 'rejected'] as const

/** Completed by people in the pages, or by a write token that set `pir_completed`. */
export const completionWays = ['review', 'api'] as const

export const reviewReturnKinds = ['returned', 'reopened'] as const

/** Who gave a review back to its reviewer, and why: instead of signing it off, or after it was completed. */
export type ReviewReturn = {
  readonly kind: (typeof reviewReturnKinds)[number]
  /** ISO 8601 in UTC. */
  readonly at: string
  readonly by: string
  readonly reason: string
}

/** What the first page parts what is owed into, in its order. */
export const worklistSections = ['mine', 'overdue', 'unassigned', 'due_this_week', 'sign_off'] as const
export type WorklistSection = (typeof worklistSections)[number]
