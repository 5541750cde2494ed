import { findAbort } from '#lib/domain/measures/measures.ts'
import { describeDuration } from '#lib/text/describe-duration.ts'
import { type Condition, choice, entries, moment, shortYes, text, type Weight, yesNo } from './kinds.ts'
import { findObjective } from './objective.ts'
import { is, step } from './question.ts'

const isBackoutUsed = yesNo({
  asks: 'Was the backout plan used?',
  describes: 'Whether the backout plan was used',
  noun: 'use of the backout plan',
  required: 'Say whether the backout plan was used.',
  example: false,
  // A backout is partial if the objective was met at least in part.
  evidence: {
    label: 'Backout',
    rank: 2,
    open: 'Was the backout plan used?',
    weigh(isUsed, { answers: { has_backout_worked: hasWorked, is_objective_met: objective } }) {
      if (!isUsed || hasWorked === false || !objective) return []
      return objective === 'no'
        ? [{ text: 'The change was backed out.', allows: 'failed' }]
        : [{ text: 'Part of the change was backed out.', allows: 'partially_successful' }]
    },
  },
  short: { clean: false },
  comment: 'Backout plan used',
})

type Mark = { readonly key: string; readonly result: string | null }

const objectives = {
  yes: { text: 'The objective was met.', allows: 'successful' },
  partly: { text: 'Only part of the objective was met.', allows: 'partially_successful' },
  no: { text: 'The objective was not met.', allows: 'failed' },
} as const

const isObjectiveMet = choice({
  asks: 'Was the objective of the change met?',
  labels: { yes: 'Yes', partly: 'Partly', no: 'No' },
  noun: 'answer on the objective',
  required: 'Say whether the objective was met.',
  example: 'yes',
  evidence: {
    label: 'Objective',
    rank: 1,
    open: 'Was the objective met?',
    weigh: (answer) => [objectives[answer]],
  },
  short: { clean: 'yes' },
  report: null,
  proposable: true,
})

/** The change itself states no objective, so that its review may. */
const hasNoObjective: Condition = ({ change }) => change !== undefined && findObjective(change) === null

/** A reading met an abort criterion during the work, which was not backed out. */
const wasContinued: Condition = ({ change, forms: { plan } }) => {
  const { actual_start: start = null, actual_end: end = null, is_backout_used: isBackedOut } = plan ?? {}
  const work = { actual_start: start as string | null, actual_end: end as string | null }
  return isBackedOut !== true && (change?.measures ?? []).some((measure) => findAbort(measure, work) !== undefined)
}

export const plan = step('plan', {
  steps: entries({
    by: 'key',
    asks: 'Steps',
    describes: 'The steps of implementation and backout plan that are marked',
    noun: 'steps of the plan',
    evidence: {
      label: 'Skipped step',
      rank: 3,
      weigh: (marks: readonly Mark[], { planned }) => {
        const list = (result: string, allows: Weight['allows'], label: string) =>
          planned
            .filter(({ key }) => marks.some((mark) => mark.key === key && mark.result === result))
            .map(({ key, text }) => ({ text, allows, label, entry: key }))
        return [
          ...list('skipped', 'partially_successful', 'Skipped step'),
          ...list('deviated', 'successful_with_issues', 'Deviation'),
        ]
      },
    },
    isInShortForm: true,
  }),
  is_any_deviated: shortYes({
    asks: 'Were there deviations from the plan?',
    describes: 'Answer of the short form: not all steps were carried out as planned',
    noun: 'answer on deviations from the plan',
  }),
  actual_start: moment({
    asks: 'Work started',
    noun: 'start of the work',
    required: 'Say when the work started.',
    example: '2026-03-01T01:05:00.000Z',
    report: null,
  }),
  actual_end: moment({
    asks: 'Work ended',
    noun: 'end of the work',
    required: 'Say when the work ended.',
    example: '2026-03-01T04:20:00.000Z',
    evidence: {
      label: 'Window',
      rank: 5,
      weigh(end, { planned_end: planned }) {
        const minutes = planned === null ? 0 : Math.floor((Date.parse(end) - Date.parse(planned)) / 60_000)
        if (minutes <= 0) return []
        return [{ text: `Overrun by ${describeDuration(minutes)}.`, allows: 'successful_with_issues' }]
      },
    },
    report: null,
  }),
  is_backout_used: isBackoutUsed,
  has_backout_worked: yesNo({
    asks: 'Did the backout work?',
    describes: 'Whether the backout worked',
    noun: 'result of the backout',
    askedIf: is(isBackoutUsed, true),
    required: 'Say whether the backout worked.',
    example: true,
    // A failure whatever the objective, because it left neither the old state nor the new one.
    evidence: {
      label: 'Backout',
      rank: 2,
      open: 'Did the backout work?',
      weigh: (hasWorked) => (hasWorked ? [] : [{ text: 'A backout was tried and did not work.', allows: 'failed' }]),
    },
    comment: 'Backout worked',
  }),
  continued_because: text({
    asks: 'Why was the work continued?',
    hint: 'A reading met the abort criterion of a measure while the work was going on.',
    noun: 'reason for continuing the work',
    askedIf: wasContinued,
    required: 'Say why the work was continued.',
    example: 'The load test caused the peak.',
  }),
  objective: text({
    asks: 'What was the change to achieve?',
    hint: 'In the words of a source; empty without one.',
    noun: 'objective',
    askedIf: hasNoObjective,
    report: null,
  }),
  objective_source: text({
    asks: 'Where does it say so?',
    noun: 'source of the objective',
    askedIf: (reviewed, step) =>
      hasNoObjective(reviewed, step) && String(reviewed.forms.plan?.objective ?? '').trim() !== '',
    required: 'Name the source of the objective.',
    example: 'Request 7',
    rows: 1,
    report: null,
  }),
  is_objective_met: isObjectiveMet,
  restriction: text({
    asks: 'What of the objective was not met?',
    noun: 'restriction of the objective',
    askedIf: is(isObjectiveMet, 'partly'),
    proposable: true,
  }),
  checks: entries({
    by: 'check',
    asks: 'Checks',
    noun: 'answers to checks',
    isInShortForm: true,
  }),
  notes: text({
    asks: 'Notes',
    noun: 'notes on the plan',
    shortLabel: 'Remark',
    comment: null,
    proposable: true,
  }),
})
