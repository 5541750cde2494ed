import { z } from 'zod'

export const OwedReason = z
  .object({
    rule_id: z.string().describe('Identifier of the rule'),
    rule: z.string().describe('Name of the rule on the day of the decision'),
    text: z.string().describe('Why the change matches it'),
  })
  .meta({ id: 'OwedReason' })
