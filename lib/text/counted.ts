import { grouped } from './grouped.ts'

/** Formats a number with its noun: `1 review`, `1,204 reviews`. */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
