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
