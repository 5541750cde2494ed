/** How an implementation ended, as reported by the system that carried it out. */
export const closeCodes = ['successful', 'successful_with_issues', 'failed', 'backed_out'] as const
export type CloseCode = (typeof closeCodes)[number]
