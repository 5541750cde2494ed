import type { Story } from '../story.ts'

export const deliveryDate: readonly Story[] = [
  {
    key: 'delivery-date',
    title: 'Roll out the new delivery date picker by feature flag',
    type: 'normal',
    risk: 'low',
    state: 'closed',
    services: ['checkout-web'],
    team: 'Commerce Engineering',
    assignee: 'Beatriz Nogueira',
    requester: 'Charlotte Dufour',
    planned: { weeksAgo: 9, day: 'tue', at: '10:00', minutes: 5760 },
    actual: { minutes: 5700 },
    plan: {
      flag: 'delivery-date-v2',
      stages: [
        { share: '1 %', hold: '4 hours', go_on_if: 'error rate below 0.2 %' },
        { share: '10 %', hold: '1 day', go_on_if: 'completed checkouts within 1 % of the control group' },
        { share: '50 %', hold: '1 day', go_on_if: 'same' },
        { share: '100 %', hold: '1 day', go_on_if: 'same' },
      ],
      owner: 'Beatriz Nogueira',
    },
    riskAssessment: {
      likelihood: 'medium',
      impact: 'low',
      because: 'One switch takes it away for everyone within a minute.',
    },
    backout: { switch_off: 'delivery-date-v2', who: 'Anyone on call for commerce', seconds: 60 },
    incidents: [
      {
        key: 'gift-cards',
        text: 'Gift cards cannot be ordered, the delivery date is mandatory',
        priority: 3,
        after: 1700,
        lasts: 14,
        service: 'checkout-web',
        linked: true,
        reason:
          'Baskets without a parcel had not been thought of. Flag off after four minutes, fixed, on again the same afternoon.',
      },
    ],
    review: {
      outcome: 'successful_with_issues',
      afterDays: 5,
      reviewer: 'Noor Haddad',
      because:
        'All customers have the new picker and completed checkouts rose by 0.8 %. One incident at the stage of 10 % hit about 60 customers for four minutes.',
      deviations: [
        { step: '10 %', result: 'deviated', note: 'Switched off once for three hours, then held for another day.' },
      ],
    },
    lessons: [
      {
        title: 'Stages with written numbers make a rollout boring',
        polarity: 'positive',
        category: 'rollout',
        subcategory: 'feature flag',
        tags: ['feature flag', 'canary', 'metrics'],
        technologies: ['feature flags', 'a/b testing'],
        context: 'A new picker for the delivery date went to all customers in four stages behind a flag ({change}).',
        happened:
          'Each stage had its share, its holding time and the number that allows the next one. At 10 % gift cards failed ({incident:gift-cards}); whoever was on call switched the flag off after four minutes without asking anyone.',
        lesson:
          'Sixty customers for four minutes is what a fault costs when the switch is in the hands of those who see it first.',
        recommendations: [
          'Write the number that allows the next stage before the first one starts.',
          'Let anyone on call switch off; let one person switch on.',
        ],
      },
    ],
    improvements: [
      {
        title: 'Add baskets without a parcel to the checkout tests',
        description: 'Gift cards, downloads and services: all three must pass through every new step.',
        owner: 'Beatriz Nogueira',
        category: 'testing',
        priority: 'medium',
        status: 'verified',
        dueWeeks: 3,
      },
    ],
  },
]
