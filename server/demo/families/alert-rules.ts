import type { Family } from '../family.ts'

export const alertRules: Family = {
  key: 'alert-rules',
  team: 'Platform Engineering',
  type: 'standard',
  risk: 'low',
  hours: 'office',
  minutes: 11_520,
  plan: {
    what: '<what>',
    steps: [
      'Load the rules with the receiver “nobody” for a week',
      'Count what would have been sent',
      'Switch to the real receiver',
    ],
  },
  riskAssessment: { summary: 'A rule that is wrong wakes people or lets them sleep.', counted: '<counted>' },
  backout: { steps: ['Revert the commit'], minutes: 3 },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because:
          'After a week of counting (<counted>) the rules went live; the first real alarm was a true one. Random sample.',
      },
    },
    fewer: {
      review: {
        outcome: 'successful',
        afterDays: 21,
        because:
          'Alarms at night fell from 61 to 9 in the four weeks after, and no incident was noticed later than before.',
      },
      lessons: [
        {
          title: 'Deleting 130 alerts made nights quiet and nothing was missed',
          polarity: 'positive',
          category: 'monitoring',
          subcategory: 'alerting',
          tags: ['alerts', 'on-call', 'noise'],
          technologies: ['prometheus', 'alertmanager'],
          context:
            'The on-call of three teams got 61 alarms at night in four weeks, most of them about causes and not about effects ({change}).',
          happened:
            'Every alert that had led to no action for a year was deleted, 130 in all. What users feel (errors, latency, late files) got one alert each.',
          lesson:
            'Each of the deleted alerts had been added for a good reason after some incident. Together they taught people to turn over and sleep.',
          recommendations: [
            'Ask of every alert: what did we do when it last rang?',
            'Add an alert only together with the action that it asks for.',
          ],
        },
      ],
    },
    silent: {
      review: {
        outcome: 'successful_with_issues',
        because:
          'Rules moved to the new labels. Alarms of the brokers were silent for five days, because their label is written differently.',
        deviations: [
          {
            step: 'Count what would have been sent',
            result: 'deviated',
            note: 'Counted in total, not per team; brokers had none anyway that week.',
          },
        ],
      },
      incidents: [
        {
          key: 'silent',
          text: 'Dead-letter queue of returns grew for two days without an alarm',
          priority: 3,
          after: 11 * 1440 + 500,
          lasts: 260,
          service: 'message-broker',
          reason: 'The rule asked for service="broker", the metric says service="message-broker".',
        },
      ],
      improvements: [
        {
          title: 'Test each alert rule against a recorded failure',
          description: 'Every rule comes with a sample of data for which it must ring.',
          owner: 'Nils Aaltonen',
          category: 'testing',
          priority: 'high',
          status: 'in_progress',
          dueWeeks: 12,
        },
      ],
      lessons: [
        {
          title: 'A silent alert looks exactly like a healthy service',
          polarity: 'negative',
          category: 'monitoring',
          subcategory: 'testing',
          tags: ['alerts', 'labels', 'silent failure'],
          technologies: ['prometheus'],
          context: 'Alert rules were moved to new labels for all services ({change}).',
          happened:
            'One label was spelt differently and the rules of the brokers matched nothing. Nobody misses an alarm that does not come; a queue grew for two days ({incident:silent}).',
          lesson: 'A rule that matches no series is no error for the tool. It has to be one for us.',
          recommendations: [
            'Fail the pipeline when a rule matches no series.',
            'Ring each alarm once on purpose after moving it.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Delete alert rules that led to no action for a year',
      services: ['monitoring'],
      slots: { what: '130 rules', counted: '61 alarms at night in four weeks' },
      ending: 'fewer',
      weeksAgo: 14,
    },
    {
      title: 'Move all alert rules to the new service labels',
      services: ['monitoring', 'message-broker'],
      slots: { what: '212 rules', counted: '38 alarms in a week' },
      ending: 'silent',
      weeksAgo: 11,
    },
    {
      title: 'Alert on weeks left instead of per cent used',
      services: ['monitoring', 'storage-san'],
      slots: { what: '44 capacity rules', counted: 'two alarms in a week' },
      ending: 'clean',
    },
    {
      title: 'Send alarms of payments to the provider’s desk as well',
      services: ['monitoring', 'payments-api'],
      slots: { what: 'six rules', counted: 'one alarm in a week' },
      state: 'authorize',
    },
  ],
}
