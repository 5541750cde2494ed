import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { CalendarDate, oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'
import { secondLookVerdicts } from './review-values.ts'

export const secondLookDays = [30, 60, 90] as const

const Days = z
  .union(
    secondLookDays.map((days) => z.literal(days)),
    { error: 'must be 30, 60 or 90' },
  )
  .nullable()

/** After how many days the result of a change is looked at again; null for never. */
export const SecondLookRule = z
  .strictObject({
    measures: Days.describe('Days after the review of a change that has measures; null for never'),
    high_risk: Days.describe('Days after the review of a change of high or very high risk'),
    failed: Days.describe('Days after the review of a change that failed'),
  })
  .meta({ id: 'SecondLookRule' })
export type SecondLookRule = z.infer<typeof SecondLookRule>

export const SecondLook = z.object({
  verdict: oneOf(secondLookVerdicts).describe('How its result is now, compared with the review'),
  note: z.string().describe('What the verdict rests on'),
  by: z.string().describe('Name of the person'),
  at: Timestamp.describe('When'),
})
export type SecondLook = z.infer<typeof SecondLook>

export const secondLookFields = {
  second_look_on: CalendarDate.nullable().describe('Day on which its result is looked at again; null for never'),
  second_look: SecondLook.nullable().describe('What was seen then; null before'),
}

const managers = endpointsFor('Policy', { role: 'manager', onlyPeople: true })

export const setSecondLookRule = managers.put('setSecondLookRule', '/policy/second-looks', {
  body: SecondLookRule,
  response: SecondLookRule,
  errors: [],
})

export const NewSecondLook = z.strictObject({
  verdict: oneOf(secondLookVerdicts),
  note: text(5_000).describe('What the verdict rests on'),
})
