/** How an implementation ended, as reported by the system that carried it out. */
export const closeCodes = ['successful', 'successful_with_issues', 'failed', 'backed_out'] as const
export type CloseCode = (typeof closeCodes)[number]

/** What kind of lesson an article tells: a good experience, a bad one, or neither. */
export const polarities = ['positive', 'negative', 'neutral'] as const
