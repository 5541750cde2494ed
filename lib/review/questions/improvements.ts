import { flag, shortYes, text } from './kinds.ts'
import { step } from './question.ts'

const isNoneNeeded = flag({
  asks: 'No action is needed',
  describes: 'The reviewer decided that no action is needed',
  noun: 'confirmation that no action is needed',
  report: null,
})

export const improvements = step('improvements', {
  is_any_needed: shortYes({
    asks: 'Is an improvement action needed?',
    none: isNoneNeeded,
    describes: 'Answer of the short form: an improvement action is needed',
    noun: 'answer on improvement actions',
  }),
  is_none_needed: isNoneNeeded,
  notes: text({
    asks: 'Notes',
    hint: 'Optional. Shown in the report.',
    noun: 'notes on the actions',
    report: null,
    proposable: true,
  }),
})
