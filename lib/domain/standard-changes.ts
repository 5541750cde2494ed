import type { ChangeModel, StandardDecision, StandardRule } from '#lib/contracts/app/standard-changes.ts'
import { addDaysTo } from './improvements/improvement-due.ts'

/** Days before its end in which a decision is to be renewed. */
const renewalDays = 30

export type ReviewedSince = Pick<ChangeModel, 'reviewed' | 'failed' | 'issues'>

type Decided = Pick<StandardDecision, 'decision' | 'expires_on'>

/** True on the days on which the last confirmed decision makes a model standard. */
export const isStandardOn = (decided: Decided | null, today: string): boolean =>
  decided?.decision === 'standard' && decided.expires_on !== null && decided.expires_on >= today

/**
 * Proposes what to decide about a model. `all` are its reviews in the months of the rule, `since` those of them that the
 * last decision did not know, so that nobody is asked again about what they knew.
 */
export function proposeDecision(
  all: ReviewedSince,
  since: ReviewedSince,
  decided: Decided | null,
  rule: StandardRule,
  today: string,
): ChangeModel['proposal'] {
  const hasTooMany = all.issues >= rule.issues
  const isBad = since.failed > 0 || (since.issues > 0 && hasTooMany)
  if (isStandardOn(decided, today)) {
    if (isBad) return 'revoke'
    return (decided?.expires_on ?? today) <= addDaysTo(today, renewalDays) ? 'renew' : null
  }
  if (isBad) return null
  if (decided?.decision === 'standard') return 'renew'
  return all.failed === 0 && !hasTooMany && since.reviewed >= rule.reviewed ? 'grant' : null
}
