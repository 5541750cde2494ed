import type { Story } from '../story.ts'

export const imageNames: readonly Story[] = [
  {
    key: 'image-dns',
    title: 'Point the shop’s image names to the new content network',
    type: 'standard',
    risk: 'low',
    state: 'closed',
    services: ['dns-public', 'checkout-web'],
    team: 'Network Operations',
    assignee: 'Hanne Solberg',
    requester: 'Charlotte Dufour',
    planned: { weeksAgo: 41, day: 'thu', at: '14:00', minutes: 30 },
    actual: { minutes: 205 },
    plan: { steps: ['Change the two CNAME records', 'Reload the zone', 'Open the shop and look at the pictures'] },
    riskAssessment: { summary: 'Standard change, done about once a week.' },
    backout: { summary: 'Put the previous target back.', expected: 'Effective at once' },
    incidents: [
      {
        key: 'pictures',
        text: 'No product pictures in the web shop for many customers',
        priority: 2,
        after: 24,
        lasts: 190,
        service: 'checkout-web',
        linked: true,
        reason: 'The target of the record was misspelt and resolvers kept it for up to three hours.',
      },
      {
        key: 'newsletter',
        text: 'Pictures missing in the newsletter sent at 15:00',
        priority: 3,
        after: 85,
        lasts: 170,
        service: 'checkout-web',
        reason: 'Same names.',
      },
      {
        key: 'monitor',
        text: 'Image probe of the Lyon location red, others green',
        priority: 4,
        after: 18,
        lasts: 180,
        service: 'monitoring',
        reason: 'The first sign: the Lyon resolver had asked first.',
      },
    ],
    review: {
      outcome: 'failed',
      afterDays: 5,
      reviewer: 'Noor Haddad',
      signedOffBy: 'Henrike Vos',
      because:
        'Backed out and done again a week later. Two letters were swapped in the target name, the check was made from a machine with a warm cache, and a time to live of three hours kept the fault alive after it was corrected.',
      deviations: [
        {
          step: 'Open the shop and look at the pictures',
          result: 'deviated',
          note: 'Green, since browser and resolver still had the old answer.',
        },
      ],
      backout: {
        hasWorked: true,
        note: 'The record was right again after 20 minutes; resolvers followed over three hours.',
      },
      risk: {
        verdict: 'too_low',
        missed: 'The effect of a wrong record lasts as long as its time to live, not as long as the fault.',
      },
    },
    improvements: [
      {
        title: 'Refuse zone files whose targets do not resolve',
        description: 'A check in the pipeline of the zone repository: each CNAME and MX target must have an address.',
        owner: 'Hanne Solberg',
        category: 'automation',
        priority: 'high',
        status: 'verified',
        dueWeeks: 4,
      },
      {
        title: 'Lower the time to live to five minutes a day before a record changes',
        description: 'Becomes the first step of the standard change for public DNS.',
        owner: 'Hanne Solberg',
        category: 'procedure',
        priority: 'medium',
        status: 'verified',
        dueWeeks: 3,
      },
    ],
    lessons: [
      {
        title: 'A wrong DNS record lives as long as its time to live',
        polarity: 'negative',
        category: 'procedure',
        subcategory: 'standard change',
        tags: ['dns', 'typo', 'ttl', 'cache'],
        technologies: ['dns', 'cdn'],
        context:
          'Two records of the shop’s images were moved to another content network on a Thursday afternoon ({change}).',
        happened:
          'Two letters of the target were swapped. The change was checked from a desk whose resolver still held the old answer, so it looked fine. Customers saw empty frames ({incident:pictures}). Correcting the record took a minute; getting rid of the cached fault took three hours.',
        lesson:
          'With DNS the backout is not instant, whatever the plan says. The time to live that holds before the change decides how long a mistake lasts.',
        recommendations: [
          'Lower the time to live a day before, raise it a day after.',
          'Ask the authoritative server and two public resolvers, never your own browser.',
          'Let a machine check that targets exist; people do not see swapped letters.',
        ],
      },
    ],
  },
]
