import { choice, text } from './kinds.ts'
import { outcomeHints, outcomeLabels } from './outcome-criteria.ts'
import { step } from './question.ts'

export const outcome = step('outcome', {
  outcome: choice({
    asks: 'Outcome',
    labels: outcomeLabels,
    hints: outcomeHints,
    describes: 'The outcome chosen',
    noun: 'outcome',
    required: 'Choose the outcome.',
    example: 'successful_with_issues',
    short: { clean: 'successful', isImplied: true },
    report: null,
    proposable: true,
  }),
  justification: text({
    asks: 'Reasoning',
    hint: 'Optional. Shown in the report.',
    rows: 4,
    describes: 'Why it differs from the outcome that the evidence suggests',
    noun: 'reasoning for the outcome',
    report: null,
    proposable: true,
  }),
})
