import { groupDigits } from './grouped.ts'

/** Formats a number with its noun: `1 review`, `1,204 reviews`. */
export const describeCount = (count: number, noun: string): string =>
  `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`
