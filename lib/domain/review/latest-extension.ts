import { dayAfter } from '#lib/domain/improvements/improvement-due.ts'

/** Days after its first due date to which a review can be extended. */
const longestDays = 30

/** The latest day to which a review can be extended, from its first due date. Days are YYYY-MM-DD. */
export const latestExtension = (firstDue: string): string => dayAfter(firstDue, longestDays)
