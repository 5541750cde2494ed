import type { Family } from '../family.ts'

export const emergencyFixes: Family = {
  key: 'emergency-fixes',
  team: 'Commerce Engineering',
  type: 'emergency',
  risk: 'moderate',
  hours: 'night',
  minutes: 60,
  plan: { summary: '<fix>', authorised: 'By phone, recorded the next morning' },
  riskAssessment: { summary: 'Waiting costs <cost>. The fix touches one place.' },
  backout: { summary: 'Deploy the version of yesterday; the fault is then back.' },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because:
          'The fix worked at once and stayed; the damage (<cost>) ended the same night. Authorised by phone and recorded.',
      },
    },
    again: {
      minutes: 135,
      review: {
        outcome: 'successful_with_issues',
        because:
          'The second attempt worked. The first was deployed to a wrong region because two people gave the command.',
        deviations: [
          { step: 'summary', result: 'deviated', note: 'Deployed to region north first, where nothing was wrong.' },
        ],
      },
      incidents: [
        {
          key: 'north',
          text: 'Web shop in the Nordic countries restarts at night without a notice',
          priority: 3,
          after: 22,
          lasts: 20,
          service: 'checkout-web',
          reason: 'Deployed to the wrong region.',
        },
      ],
      improvements: [
        {
          title: 'Name one person who types in every emergency change',
          description:
            'Name and role go into the first line of the incident channel; everyone else reads and proposes.',
          owner: 'Charlotte Dufour',
          category: 'procedure',
          priority: 'high',
          status: 'done',
          dueWeeks: 2,
        },
      ],
      lessons: [
        {
          title: 'In an emergency one person types',
          polarity: 'negative',
          category: 'procedure',
          subcategory: 'emergency',
          tags: ['emergency', 'roles', 'night'],
          technologies: ['incident management'],
          context: 'A fault in the basket had to be repaired at night; four people were on the call ({change}).',
          happened:
            'Two of them typed. One deployed to the region that had the fault, the other, reading an older message, to one that had not ({incident:north}).',
          lesson: 'More hands made it longer. What was missing was not a person, it was a rule about who acts.',
          recommendations: [
            'Say aloud who types, and write it into the channel.',
            'Read the command aloud before pressing the key.',
          ],
        },
      ],
    },
    switch: {
      review: {
        outcome: 'successful',
        because:
          'Switched off by flag within four minutes of the alarm, and properly repaired by daylight in a normal release.',
      },
      lessons: [
        {
          title: 'Switch off at night, repair by day',
          polarity: 'positive',
          category: 'procedure',
          subcategory: 'emergency',
          tags: ['feature flag', 'emergency', 'on-call'],
          technologies: ['feature flags'],
          context: 'The voucher service of the partner answered with rubbish and broke one basket in eight ({change}).',
          happened:
            'The on-call switched vouchers off by flag four minutes after the alarm and went back to bed. The repair was written at ten in the morning, by two people, with a test.',
          lesson: 'The night needs an end to the damage, not a solution.',
          recommendations: [
            'Give every call to a partner a flag that switches it off.',
            'List the flags with their effect on one page for the on-call.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Repair the basket total for vouchers above 100 euros',
      services: ['checkout-web'],
      slots: {
        fix: 'Correct the order of discount and voucher in the basket.',
        cost: 'about 30 abandoned baskets an hour',
      },
      ending: 'again',
    },
    {
      title: 'Switch off vouchers of the partner programme',
      services: ['checkout-web'],
      slots: { fix: 'Switch the flag partner-vouchers off in all regions.', cost: 'one basket in eight' },
      unauthorized: true,
      ending: 'switch',
    },
    {
      title: 'Block a script that reserves all limited trainers',
      services: ['edge-proxy', 'checkout-web'],
      slots: {
        fix: 'Limit the reservation path to four calls a minute for each address.',
        cost: '3,000 pairs reserved by one script',
      },
      ending: 'clean',
    },
    {
      title: 'Restart order import after a poisoned message',
      services: ['order-service', 'message-broker'],
      slots: {
        fix: 'Move the message to the dead letters and restart two consumers.',
        cost: 'orders that arrive late',
      },
      state: 'review',
      ending: 'clean',
      incidents: [
        {
          key: 'double',
          text: 'Eleven orders were imported twice last night',
          priority: 3,
          after: 480,
          lasts: 260,
          linked: true,
        },
      ],
    },
  ],
}
