import type { Family } from '../family.ts'

export const dataLoads: Family = {
  key: 'data-loads',
  team: 'Data and Reporting',
  type: 'normal',
  risk: 'low',
  hours: 'office',
  minutes: 7_200,
  plan: {
    load: '<load>',
    steps: [
      'Run old and new side by side for three nights',
      'Compare row counts and sums per day and country',
      'Switch the readers',
      'Stop the old load after a week',
    ],
  },
  riskAssessment: { likelihood: 'medium', impact: 'low', readers: '<readers>' },
  backout: { summary: 'Readers go back to the old tables, which are filled for another week.' },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: 'Three nights of comparison without a difference; <readers> read the new tables.',
      },
    },
    parallel: {
      minutes: 7_000,
      review: {
        outcome: 'successful',
        because:
          'The second night showed a difference of 0.3 % in one country, a time zone at the border of the day. Corrected, compared for three more nights, then switched.',
      },
      lessons: [
        {
          title: 'Three nights side by side cost nothing and found a time zone',
          polarity: 'positive',
          category: 'testing',
          subcategory: 'parallel run',
          tags: ['parallel run', 'time zone', 'data quality'],
          technologies: ['dbt', 'sql'],
          context: 'The nightly load of sales was rewritten ({change}). Both loads ran side by side for three nights.',
          happened:
            'Sums agreed, except for Finland: sales between midnight and one o’clock fell on the day before. On the first night no store there had been open that late.',
          lesson:
            'One night would have been a proof for the wrong thing. The comparison per day and country made a small difference visible.',
          recommendations: ['Compare at the finest level that readers use.', 'Let the parallel run span a weekend.'],
        },
      ],
    },
    late: {
      minutes: 8_640,
      review: {
        outcome: 'partially_successful',
        because:
          'Stock and sales come from the new load. Returns stay on the old one, as the source sends corrections for up to 60 days and the new load reads only seven.',
        deviations: [{ step: 'Switch the readers', result: 'deviated', note: 'Returns were left on the old tables.' }],
      },
      incidents: [
        {
          key: 'returns',
          text: 'Return rate per article does not agree with the finance report',
          priority: 4,
          after: 6 * 1440 + 500,
          lasts: 1500,
          service: 'reporting',
          reason: 'Corrections older than seven days were missing for two days.',
        },
      ],
      improvements: [
        {
          title: 'Read corrections of returns for 60 days',
          description: 'Merge by return number instead of replacing the last seven days.',
          owner: 'Ana Kovač',
          category: 'data quality',
          priority: 'medium',
          status: 'open',
          dueWeeks: 14,
        },
      ],
      lessons: [
        {
          title: 'Ask how late the latest correction may come',
          polarity: 'negative',
          category: 'requirements',
          subcategory: 'data',
          tags: ['late data', 'returns', 'incremental load'],
          technologies: ['sql', 'incremental load'],
          context: 'Three loads became incremental and read the last seven days only ({change}).',
          happened:
            'Sales are final after two days. Returns are corrected for up to 60; the rate per article drifted until someone compared it with finance ({incident:returns}).',
          lesson: 'Seven days had been chosen for one source and taken over for the other two.',
          recommendations: [
            'Measure the age of corrections in a year of data before choosing a window.',
            'Keep a weekly comparison with the full load.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Rewrite the nightly load of sales',
      services: ['data-warehouse'],
      slots: { load: 'sales', readers: '38 reports' },
      ending: 'parallel',
    },
    {
      title: 'Load stock, sales and returns incrementally',
      services: ['data-warehouse', 'reporting'],
      slots: { load: 'stock, sales, returns', readers: '54 reports' },
      ending: 'late',
      weeksAgo: 13,
    },
    {
      title: 'Load web shop events every 15 minutes',
      services: ['data-warehouse'],
      slots: { load: 'shop events', readers: '12 dashboards' },
      ending: 'clean',
    },
    {
      title: 'Move the board report to the new reporting servers',
      services: ['reporting'],
      slots: { load: 'board report', readers: 'the board' },
      closeCode: 'backed_out',
      state: 'review',
      weeksAgo: 2,
      ending: 'clean',
    },
  ],
}
