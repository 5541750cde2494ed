import { groupDigits } from '#lib/text/grouped.ts'

/** Formats a whole number with separators, the same on server and browser: `1,204`. */
export const formatCount = (value: number): string => groupDigits(value)
