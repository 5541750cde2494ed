import { entries, flag, moment, shortYes } from './kinds.ts'
import { step } from './question.ts'

const isNoneCaused = flag({
  asks: 'I looked, and the change caused no incident',
  describes: 'The reviewer checked and found no incident caused by the change',
  noun: 'confirmation that no incident was caused',
  report: null,
})

type Decision = { readonly incident: string; readonly decision: string }

export const incidents = step('incidents', {
  window_start: moment({
    asks: 'From',
    noun: 'start of the incident window',
    required: 'Set the start of the window to look for incidents in.',
    example: '2026-03-01T01:05:00.000Z',
    report: null,
  }),
  window_end: moment({
    asks: 'To',
    noun: 'end of the incident window',
    required: 'Set the end of the window to look for incidents in.',
    example: '2026-03-08T04:20:00.000Z',
    report: null,
  }),
  decisions: entries({
    by: 'incident',
    asks: 'Decisions',
    noun: 'decisions on incidents',
    isInShortForm: true,
    proposable: true,
    evidence: {
      label: 'Caused incident',
      rank: 4,
      weigh: (decisions: readonly Decision[], { findPriority }) =>
        decisions
          .filter(({ decision }) => decision === 'confirmed')
          .map(({ incident }) => ({ incident, ...findPriority(incident) }))
          .toSorted((one, other) => one.level - other.level)
          .map(({ incident, priority }) => ({
            text: priority === null ? incident : `${incident}, priority ${priority}`,
            allows: 'successful_with_issues',
            entry: incident,
          })),
    },
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
