import type { OwedReason } from '#lib/contracts/app/review-forms.ts'
import type { changeRisks, changeTypes } from '#lib/contracts/changes.ts'
import type { CloseCode } from '#lib/contracts/record-values.ts'

/** The values of changes, worded for use within a sentence. */
export const typeLabels: Readonly<Record<(typeof changeTypes)[number], string>> = {
  standard: 'standard',
  normal: 'normal',
  emergency: 'emergency',
}

export const riskLabels: Readonly<Record<(typeof changeRisks)[number], string>> = {
  low: 'low',
  moderate: 'moderate',
  high: 'high',
  very_high: 'very high',
}

export const closeCodeLabels: Readonly<Record<CloseCode, string>> = {
  successful: 'successful',
  successful_with_issues: 'successful with issues',
  failed: 'failed',
  backed_out: 'backed out',
}

/** Names the rule before its reason, unless the reason begins with the same words. */
export const describeReason = ({ rule, text }: Pick<OwedReason, 'rule' | 'text'>): string =>
  text.toLowerCase().startsWith(rule.toLowerCase()) ? text : `${rule}: ${text}`
