import type { Family } from '../family.ts'
import { orderedSteps } from '../ordered-steps.ts'

export const paymentReleases: Family = {
  key: 'payment-releases',
  team: 'Payments Engineering',
  type: 'normal',
  risk: 'high',
  hours: 'evening',
  minutes: 120,
  plan: orderedSteps([
    ['Deploy to the shadow node and replay an hour of yesterday’s payments', 'Amara Diallo', 40],
    ['Compare amounts, fees and states', 'Gustav Ekholm', 20],
    ['Deploy to one of four nodes', 'Amara Diallo', 10],
    ['Watch declines by card brand', 'Hamza Qureshi', 20],
    ['Deploy to the other three', 'Amara Diallo', 10],
  ]),
  riskAssessment: {
    likelihood: 'low',
    impact: 'high',
    objective: '<objective>',
    regulated: true,
    informed: ['Provider', 'Finance'],
  },
  backout: { steps: ['Deploy the previous version', 'Replay what was declined with code 96'], minutes: 8 },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: 'The replay agreed to the cent, declines stayed at their usual level, objective met: <objective>.',
      },
    },
    replay: {
      review: {
        outcome: 'successful',
        because:
          'The replay found a rounding difference on the first evening; the release was corrected and went out a day later without trouble.',
      },
      lessons: [
        {
          title: 'Replaying yesterday’s payments found what 2,000 tests had not',
          polarity: 'positive',
          category: 'testing',
          subcategory: 'replay',
          tags: ['payments', 'replay', 'rounding'],
          technologies: ['java', 'kafka'],
          context:
            'Every release of the payments service replays one hour of real payments on a shadow node before it takes any ({change}).',
          happened:
            'Three of 41,000 payments differed by one cent: refunds of a discounted basket in Czech crowns. No test had that combination.',
          lesson: 'People write tests for what they think of. Customers have already thought of the rest.',
          recommendations: [
            'Keep an hour of real traffic, without card data, and replay it before each release.',
            'Take every difference seriously, even one cent.',
          ],
        },
      ],
    },
    provider: {
      minutes: 160,
      review: {
        outcome: 'partially_successful',
        because:
          'Cards of three brands use the new interface. The fourth was taken back because the provider had not opened its production system, contrary to its mail.',
        backout: { hasWorked: true, note: 'For one brand, by switch.' },
        deviations: [
          {
            step: 'Watch declines by card brand',
            result: 'deviated',
            note: 'All payments of one brand were declined for nine minutes.',
          },
        ],
        risk: { verdict: 'right', missed: 'The provider’s readiness was believed, not tried.' },
      },
      incidents: [
        {
          key: 'brand',
          text: 'Payments with one card brand are declined with code 96',
          priority: 2,
          after: 88,
          lasts: 9,
          linked: true,
          reason: 'The provider’s production system did not know our new certificate.',
        },
      ],
      improvements: [
        {
          title: 'Try each provider’s production interface with a zero amount before a window',
          description: 'An authorisation of zero proves address, certificate and merchant number.',
          owner: 'Hamza Qureshi',
          category: 'testing',
          priority: 'high',
          status: 'done',
          dueWeeks: 3,
        },
        {
          title: 'Agree with the card provider on a named contact for change windows',
          description: 'The hotline took 35 minutes to find someone who could open the interface.',
          owner: 'Henrike Vos',
          category: 'supplier',
          priority: 'medium',
          status: 'open',
          dueWeeks: 18,
        },
      ],
      lessons: [
        {
          title: '“Ready on our side” is a claim to be tested',
          polarity: 'negative',
          category: 'supplier',
          subcategory: 'readiness',
          tags: ['provider', 'payments', 'certificate'],
          technologies: ['tls', 'iso 8583'],
          context:
            'Four card brands moved to a new interface of the provider ({change}), who had confirmed readiness by mail.',
          happened:
            'Three brands worked. The fourth declined everything, since our certificate had been installed on the provider’s test system only ({incident:brand}).',
          lesson:
            'The mail was written in good faith by someone who had not tried. A zero amount takes a minute and is proof.',
          recommendations: [
            'Try the real thing in its smallest form before the window.',
            'Switch by card brand, so that one can go back alone.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Release payments 22.3 with partial captures',
      services: ['payments-api'],
      slots: { objective: 'capture only what is shipped' },
      ending: 'replay',
      weeksAgo: 43,
    },
    {
      title: 'Move card payments to the provider’s new interface',
      services: ['payments-api'],
      slots: { objective: 'four card brands on the new interface' },
      ending: 'provider',
      weeksAgo: 19,
    },
    {
      title: 'Release payments 22.5 with shorter fraud checks',
      services: ['payments-api'],
      slots: { objective: 'median fraud check below 80 ms' },
      ending: 'clean',
      weeksAgo: 15,
    },
    {
      title: 'Release payments 22.8 with instant refunds',
      services: ['payments-api', 'payments-db'],
      slots: { objective: 'refunds within ten seconds' },
      state: 'review',
      ending: 'clean',
      incidents: [
        { key: 'twice', text: 'Refund is shown twice in the app, booked once', priority: 3, after: 760, lasts: 300 },
      ],
    },
    {
      title: 'Release payments 23.0 with the wallet',
      services: ['payments-api', 'checkout-web'],
      slots: { objective: 'pay by wallet in two countries' },
      state: 'authorize',
    },
  ],
}
