import { entries, flag, moment, shortYes, step } from './question.ts'

const isNoneCaused = flag({
  asks: 'I looked, and the change caused no incident',
  describes: 'The reviewer checked and found no incident caused by the change',
  noun: 'confirmation that no incident was caused',
  report: null,
})

export const incidents = step('incidents', {
  window_start: moment({
    asks: 'From',
    describes: 'Start of the window for incidents',
    noun: 'start of the incident window',
    required: 'Set the start of the window to look for incidents in.',
    report: null,
  }),
  window_end: moment({
    asks: 'To',
    describes: 'End of the window for incidents',
    noun: 'end of the incident window',
    required: 'Set the end of the window to look for incidents in.',
    report: null,
  }),
  decisions: entries({
    by: 'incident',
    asks: 'Decisions',
    describes: 'Decisions on incidents',
    noun: 'decisions on incidents',
    isInShortForm: true,
    proposable: true,
  }),
  is_any_caused: shortYes({
    asks: 'Did the change cause an incident?',
    none: isNoneCaused,
    noLabel: 'No, I looked',
    describes: 'Answer of the short form: the change caused an incident',
    noun: 'answer on caused incidents',
  }),
  is_none_caused: isNoneCaused,
})
