import type { Family } from '../family.ts'

export const brokerPolicies: Family = {
  key: 'broker-policies',
  team: 'Platform Engineering',
  type: 'normal',
  risk: 'low',
  hours: 'office',
  minutes: 45,
  plan: {
    policy: '<policy>',
    pattern: '<pattern>',
    steps: [
      'List the queues that the pattern matches',
      'Owner of each queue agrees',
      'Set the policy',
      'Publish one message too many and see where it goes',
    ],
  },
  riskAssessment: { likelihood: 'low', impact: 'medium' },
  backout: { steps: ['Clear the policy'], minutes: 1 },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: 'The pattern matched <matched> as listed; the message too many went to the dead letters.',
      },
    },
    pattern: {
      review: {
        outcome: 'successful_with_issues',
        because:
          'The limit is set. The pattern matched a queue that was created after the list had been agreed on, and messages of a trial were dropped.',
        deviations: [
          {
            step: 'List the queues that the pattern matches',
            result: 'deviated',
            note: 'Listed three days before it was set.',
          },
        ],
      },
      incidents: [
        {
          key: 'trial',
          text: 'Trial of the locker pick-up: notifications are missing',
          priority: 4,
          after: 300,
          lasts: 1400,
          service: 'message-broker',
          reason: 'The trial’s queue has no dead letters, so what was over the limit was dropped.',
        },
      ],
      improvements: [
        {
          title: 'Agree on reserved prefixes for queue names',
          description: 'A prefix belongs to a team and to its policies. Checked when a queue is declared.',
          owner: 'Oisín Byrne',
          category: 'documentation',
          priority: 'low',
          status: 'cancelled',
          dueWeeks: 12,
        },
      ],
      lessons: [
        {
          title: 'A pattern is a promise about names that do not exist yet',
          polarity: 'negative',
          category: 'configuration',
          subcategory: 'patterns',
          tags: ['queue', 'pattern', 'policy'],
          technologies: ['rabbitmq'],
          context: 'A limit was set for all queues of the stores by a name pattern ({change}).',
          happened:
            'Between the agreed list and the change a team created a queue whose name fitted. Its messages beyond the limit were dropped ({incident:trial}).',
          lesson: 'The list described the past, the pattern describes the future. They part on the first new name.',
          recommendations: [
            'List once more in the minute before setting.',
            'Reserve prefixes in the naming rules before hanging policies on them.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Limit the length of all store queues',
      services: ['message-broker'],
      slots: { policy: 'max-length 200000, dead-letter', pattern: '^store[.]', matched: '212 queues' },
      ending: 'pattern',
      weeksAgo: 39,
    },
    {
      title: 'Expire notifications after two days',
      services: ['message-broker', 'customer-portal'],
      slots: { policy: 'message-ttl 172800000', pattern: '^notify[.]', matched: '9 queues' },
      ending: 'clean',
      weeksAgo: 23,
    },
    {
      title: 'Send dead letters of all order queues to one place',
      services: ['message-broker', 'order-service'],
      slots: { policy: 'dead-letter-exchange orders.dead', pattern: '^orders[.]', matched: '17 queues' },
      state: 'new',
    },
  ],
}
