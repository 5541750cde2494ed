import type { Story } from '../story.ts'

export const logIndexes: readonly Story[] = [
  {
    key: 'log-shards',
    title: 'Halve the number of shards of the log indexes',
    type: 'normal',
    risk: 'low',
    state: 'closed',
    services: ['log-platform'],
    team: 'Platform Engineering',
    assignee: 'Nils Aaltonen',
    planned: { weeksAgo: 6, day: 'thu', at: '13:00', minutes: 120 },
    actual: { minutes: 100 },
    plan: {
      why: '31,000 shards, 12 GB of heap for their bookkeeping',
      steps: [
        'Change the template from 6 to 3 shards',
        'Roll over all write indexes',
        'Shrink indexes of the last 30 days at night',
      ],
    },
    riskAssessment: { likelihood: 'low', impact: 'low', note: 'Logs wait in the shippers for up to six hours.' },
    backout: { summary: 'Set the template back and roll over again.' },
    incidents: [
      {
        key: 'ingest',
        text: 'No new logs since 13:20, search shows old entries only',
        priority: 3,
        after: 30,
        lasts: 44,
        service: 'log-platform',
        reason: 'All 900 indexes were rolled over at once; the masters were busy with it for 40 minutes.',
      },
    ],
    review: {
      outcome: 'successful_with_issues',
      afterDays: 4,
      reviewer: 'Callum Reid',
      because:
        'Heap fell from 71 % to 48 %. Logs stood still for 44 minutes; the shippers kept them and nothing was lost.',
      deviations: [
        {
          step: 'Roll over all write indexes',
          result: 'deviated',
          note: 'All at once instead of in groups; the plan did not say.',
        },
      ],
    },
    lessons: [
      {
        title: '“All” is a dangerous word in a plan',
        polarity: 'negative',
        category: 'planning',
        subcategory: 'wording',
        tags: ['batching', 'wording', 'logs'],
        technologies: ['opensearch'],
        context: 'New indexes of the log platform were to have three shards instead of six ({change}).',
        happened:
          'The plan said “roll over all write indexes”. A loop did it in four seconds and the masters needed 40 minutes to digest it; no log line arrived meanwhile ({incident:ingest}).',
        lesson: 'The author had groups of twenty in mind. Whoever carries out a plan has only the words.',
        recommendations: [
          'Write batch size and pause into each step that touches many things.',
          'Let someone else read the plan and tell you what they would do.',
        ],
      },
    ],
    improvements: [
      {
        title: 'Ask for batch size and pause in the change form',
        description: 'Two fields for steps that touch more than 20 things; the second reader checks them.',
        owner: 'Noor Haddad',
        category: 'procedure',
        priority: 'low',
        status: 'open',
        dueWeeks: 4,
      },
    ],
  },
]
