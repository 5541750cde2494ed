import type { Story } from '../story.ts'

export const warehouseAmounts: readonly Story[] = [
  {
    key: 'warehouse-columns',
    title: 'Store amounts in the data warehouse with four decimals',
    type: 'normal',
    risk: 'moderate',
    state: 'closed',
    services: ['data-warehouse', 'reporting'],
    team: 'Data and Reporting',
    assignee: 'Ana Kovač',
    requester: 'Gustav Ekholm',
    planned: { weeksAgo: 40, day: 'sat', at: '09:00', minutes: 360 },
    actual: { minutes: 340 },
    plan: {
      steps: [
        'Add columns with four decimals',
        'Fill them for three years',
        'Switch the loads',
        'Switch 61 report views',
        'Compare sums per month and country',
      ],
      compare_with: 'Sums of the finance system',
    },
    riskAssessment: { likelihood: 'low', impact: 'medium' },
    backout: { summary: 'The old columns stay for a month; switch loads and views back.' },
    incidents: [
      {
        key: 'returns',
        text: 'Margin report of the stores looks too good since the weekend',
        priority: 3,
        after: 6 * 1440 + 90,
        lasts: 2000,
        service: 'reporting',
        reason: 'Nine views over returns still read the old column, which the loads no longer fill.',
      },
    ],
    review: {
      outcome: 'partially_successful',
      afterDays: 8,
      reviewer: 'Noor Haddad',
      signedOffBy: 'Paolo Ferrand',
      because:
        'Sales amounts have four decimals and agree with finance. The nine views over returns were left out and showed wrong margins for a week; they followed in a change of their own.',
      deviations: [
        {
          step: 'Switch 61 report views',
          result: 'deviated',
          note: '52 were switched; nine are written by the stores’ own analysts.',
        },
      ],
    },
    improvements: [
      {
        title: 'Let the old column fail loudly instead of staying empty',
        description: 'Rename a retired column at once, so that a forgotten reader gets an error and not a zero.',
        owner: 'Ana Kovač',
        category: 'procedure',
        priority: 'medium',
        status: 'verified',
        dueWeeks: 4,
      },
      {
        title: 'Register the views that analysts write themselves',
        description: 'A catalogue of views with an owner, taken from the query log every night.',
        owner: 'Samuel Adeyemi',
        category: 'documentation',
        priority: 'low',
        status: 'cancelled',
        dueWeeks: 20,
      },
    ],
    lessons: [
      {
        title: 'An empty column is worse than a missing one',
        polarity: 'negative',
        category: 'design',
        subcategory: 'migration',
        tags: ['data quality', 'reports', 'silent failure'],
        technologies: ['sql', 'dbt'],
        context:
          'Amounts in the data warehouse moved to columns with four decimals; the old columns stayed as a way back ({change}).',
        happened:
          'Nine forgotten views went on reading the old column, now empty. No error, no alarm, just margins that looked too good for a week ({incident:returns}).',
        lesson:
          'The old column was kept for safety and made the fault invisible. A reader that breaks is found in an hour.',
        recommendations: [
          'Rename what is retired; keep it for the backout under another name.',
          'Compare sums of every report, not of every table.',
        ],
      },
    ],
  },
]
