export const changeStates = [
  'new',
  'assess',
  'authorize',
  'scheduled',
  'implement',
  'review',
  'closed',
  'canceled',
] as const

/** The result of an implementation, according to the source system. */
export const closeCodes = ['successful', 'successful_with_issues', 'failed', 'backed_out'] as const
export type CloseCode = (typeof closeCodes)[number]

/** The result of a change, according to its review. */
export const reviewOutcomes = ['successful', 'successful_with_issues', 'partially_successful', 'failed'] as const

/** A good experience, a bad one, or neither. */
export const polarities = ['positive', 'negative', 'neutral'] as const
