import { choice, entries, is, moment, shortYes, step, text, yesNo } from './question.ts'

const isBackoutUsed = yesNo({
  asks: 'Was the backout plan used?',
  describes: 'Whether the backout plan was used',
  noun: 'use of the backout plan',
  required: 'Say whether the backout plan was used.',
  short: { clean: false },
  report: null,
})

export const plan = step('plan', {
  steps: entries({
    by: 'key',
    asks: 'Steps',
    describes: 'The steps of implementation and backout plan that are marked',
    noun: 'steps of the plan',
    isInShortForm: true,
  }),
  is_any_deviated: shortYes({
    asks: 'Were there deviations from the plan?',
    describes: 'Answer of the short form: not all steps were carried out as planned',
    noun: 'answer on deviations from the plan',
  }),
  actual_start: moment({
    asks: 'Work started',
    describes: 'When the work started',
    noun: 'start of the work',
    required: 'Say when the work started.',
    report: null,
  }),
  actual_end: moment({
    asks: 'Work ended',
    describes: 'When the work ended',
    noun: 'end of the work',
    required: 'Say when the work ended.',
    report: null,
  }),
  is_backout_used: isBackoutUsed,
  has_backout_worked: yesNo({
    asks: 'Did the backout work?',
    describes: 'Whether the backout worked',
    noun: 'result of the backout',
    askedIf: is(isBackoutUsed, true),
    required: 'Say whether the backout worked.',
    report: null,
  }),
  is_objective_met: choice({
    asks: 'Was the objective of the change met?',
    labels: { yes: 'Yes', partly: 'Partly', no: 'No' },
    describes: 'Whether the objective was met',
    noun: 'answer on the objective',
    required: 'Say whether the objective was met.',
    short: { clean: 'yes' },
    report: null,
    proposable: true,
  }),
  notes: text({
    asks: 'Notes',
    describes: 'Notes on the plan',
    noun: 'notes on the plan',
    shortLabel: 'Remark',
    comment: null,
    proposable: true,
  }),
})
