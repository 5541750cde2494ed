/** The outcomes of a review, best first, each with its criterion. */
export const outcomeCriteria = {
  successful: {
    label: 'Successful',
    criterion: 'The objective was met as planned: no confirmed incident, no overrun window, no deviation.',
  },
  successful_with_issues: {
    label: 'Successful with issues',
    criterion: 'The objective was met, with a confirmed incident, an overrun window or a deviation from the plan.',
  },
  partially_successful: {
    label: 'Partially successful',
    criterion: 'Part of the plan was skipped or backed out, or only part of the objective was met.',
  },
  failed: {
    label: 'Failed',
    criterion: 'The change was backed out or rolled back, a backout did not work, or the objective was not met.',
  },
} as const

export type Outcome = keyof typeof outcomeCriteria

/** Best first. */
export const outcomeOrder = Object.keys(outcomeCriteria) as Outcome[]

const pickWords = (name: 'label' | 'criterion') =>
  Object.fromEntries(outcomeOrder.map((outcome) => [outcome, outcomeCriteria[outcome][name]])) as Readonly<
    Record<Outcome, string>
  >

export const outcomeLabels = pickWords('label')
export const outcomeHints = pickWords('criterion')
