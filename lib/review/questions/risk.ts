import { type Condition, choice, text, yesNo } from './kinds.ts'
import { isNot, step } from './question.ts'

const verdict = choice({
  asks: 'The risk of this change was',
  hint: ({ risk }) => (risk ? `It was rated ${risk.replace('_', ' ')}.` : 'The change has no risk rating.'),
  labels: { right: 'Rated correctly', too_low: 'Rated too low', too_high: 'Rated too high' },
  hints: {
    right: 'The assessment covered what went wrong or could have.',
    too_low: 'More went wrong, or could have, than the assessment covered.',
    too_high: 'More care was taken than the change needed.',
  },
  describes: 'Whether the risk was rated correctly',
  noun: 'verdict on the risk rating',
  required: 'Say whether the risk was rated correctly.',
  example: 'too_low',
  short: { clean: 'right' },
  report: 'Risk rating, looking back',
  comment: 'Risk',
  proposable: true,
})

const isEmergency: Condition = ({ change }) => change?.type === 'emergency'

export const risk = step('risk', {
  verdict,
  missed: text({
    asks: 'What was missed',
    hint: 'What should the next assessment of such a change cover?',
    rows: 4,
    noun: 'missed risks',
    required: 'Say what the assessment missed.',
    example: 'Time grows with the largest table.',
    requiredIf: isNot(verdict, 'right'),
    comment: 'Missed in the assessment',
    proposable: true,
  }),
  was_emergency: yesNo({
    asks: 'Was it an emergency?',
    hint: 'It could not have waited for the approval of a normal change.',
    describes: 'Whether an emergency change was one',
    noun: 'answer on the emergency',
    askedIf: isEmergency,
    short: { clean: true },
    proposable: true,
  }),
  type_verdict: choice({
    asks: 'The type of this change should have been',
    hint: 'Optional. Leave it open if the type was right.',
    labels: { standard: 'Standard', normal: 'Normal', emergency: 'Emergency' },
    describes: 'Which type the change should have had; open if its own was right',
    noun: 'verdict on the type',
    proposable: true,
  }),
})
