import { amount, type Condition, choice, minutes, several, text, yesNo } from './kinds.ts'
import { outcomeHints, outcomeLabels } from './outcome-criteria.ts'
import { isNot, step } from './question.ts'

const chosen = choice({
  asks: 'Outcome',
  labels: outcomeLabels,
  hints: outcomeHints,
  noun: 'outcome',
  required: 'Choose the outcome.',
  example: 'successful_with_issues',
  short: { clean: 'successful', isImplied: true },
  report: null,
  proposable: true,
})

const isNotSuccessful = isNot(chosen, 'successful')

/** The case that a change did not simply succeed: its outcome, a confirmed incident or the end of the work says so. */
const isTroubled: Condition = (review, step) => {
  const { forms, change } = review
  const decisions = (forms.incidents?.decisions ?? []) as readonly { readonly decision: string }[]
  const ended = Date.parse(String(forms.plan?.actual_end))
  return (
    isNotSuccessful(review, step) ||
    decisions.some(({ decision }) => decision === 'confirmed') ||
    ended - Date.parse(change?.planned_end ?? '') >= 60_000
  )
}

const isWorse: Condition = ({ forms }) => ['partially_successful', 'failed'].includes(String(forms.outcome?.outcome))

export const outcome = step('outcome', {
  outcome: chosen,
  justification: text({
    asks: 'Reasoning',
    hint: 'Optional. Shown in the report.',
    rows: 4,
    noun: 'reasoning for the outcome',
    report: null,
    proposable: true,
  }),
  factors: several({
    asks: 'What contributed to it?',
    noun: 'contributing factors',
    askedIf: isTroubled,
    required: 'Say what contributed to it.',
    example: ['Test'],
    proposable: true,
  }),
  course: text({
    asks: 'How did it happen?',
    noun: 'account of how it happened',
    askedIf: isTroubled,
    required: 'Say how it happened.',
    example: 'The copy for the rehearsal lacked the largest table.',
    requiredIf: isWorse,
    proposable: true,
  }),
  earlier: text({
    asks: 'What would have found it earlier?',
    describes: 'Test, alarm or check that would have found it earlier',
    noun: 'means to find it earlier',
    askedIf: isTroubled,
    proposable: true,
  }),
  effects: several({
    asks: 'What was affected?',
    labels: {
      availability: 'Availability',
      performance: 'Performance',
      capacity: 'Capacity',
      data: 'Data',
      security: 'Security',
      cost: 'Cost',
      nothing: 'Nothing of these',
    },
    noun: 'affected areas',
    askedIf: isTroubled,
    proposable: true,
  }),
  is_service_level_broken: yesNo({
    asks: 'Was a service level broken?',
    noun: 'answer on service levels',
    comment: 'Service level broken',
    askedIf: isTroubled,
  }),
  users_affected: amount({
    asks: 'Users affected',
    max: 1_000_000_000,
    noun: 'number of users affected',
    askedIf: isTroubled,
  }),
  downtime_planned: minutes({
    asks: 'Downtime planned',
    describes: 'Minutes of downtime that were planned',
    noun: 'planned downtime',
    askedIf: isTroubled,
  }),
  downtime_actual: minutes({
    asks: 'Downtime',
    describes: 'Minutes of downtime that there were',
    noun: 'downtime',
    askedIf: isTroubled,
  }),
  effort_planned: amount({
    asks: 'Effort planned',
    unit: 'hours',
    max: 1_000_000,
    describes: 'Hours of work that were planned',
    noun: 'planned effort',
    askedIf: isTroubled,
  }),
  effort_actual: amount({
    asks: 'Effort',
    unit: 'hours',
    max: 1_000_000,
    describes: 'Hours of work that it took',
    noun: 'effort',
    askedIf: isTroubled,
  }),
})
