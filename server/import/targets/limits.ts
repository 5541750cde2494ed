import { z } from 'zod'
import { text } from '#lib/contracts/primitives.ts'

/** An identifier of at most `max` characters: one line, nothing invisible. */
export const identifier = (max: number) =>
  text(max).regex(/^[^\p{Cc}\p{Cf}]*$/u, { error: 'must not hold control characters' })

/** A moment in UTC or a day, which the reader of its cell has put in form already. */
export const moment = z.string()
export const day = z.string()
