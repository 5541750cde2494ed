import type { Story } from '../story.ts'

export const coreSwitches: readonly Story[] = [
  {
    key: 'core-switches',
    title: 'Replace the distribution switch pair in the Utrecht data centre',
    type: 'normal',
    risk: 'high',
    state: 'closed',
    services: ['core-network'],
    team: 'Network Operations',
    assignee: 'Marek Sobota',
    requester: 'Yusuf Demir',
    planned: { weeksAgo: 27, day: 'sun', at: '05:00', minutes: 240 },
    actual: { minutes: 190 },
    plan: {
      preparation: [
        'New pair racked, powered and burnt in for ten days',
        'Configuration generated from the inventory and compared line by line with the running one',
        'Every cable labelled at both ends, photographed',
      ],
      phases: [
        {
          phase: 'Second switch',
          steps: [
            { action: 'Drain traffic to dist-1', minutes: 10 },
            { action: 'Move 46 links of dist-2 to the new switch', minutes: 50 },
            { action: 'Check neighbours, port channels and error counters', minutes: 15 },
          ],
        },
        {
          phase: 'First switch',
          steps: [
            { action: 'Drain traffic to the new dist-2', minutes: 10 },
            { action: 'Move 46 links of dist-1', minutes: 50 },
            { action: 'Check neighbours, port channels and error counters', minutes: 15 },
          ],
        },
        { phase: 'Proof', steps: [{ action: 'Pull the power of each new switch once under load', minutes: 20 }] },
      ],
    },
    riskAssessment: {
      summary: 'Loss of both switches cuts off the data centre. They are never both touched at once.',
      likelihood: 'low',
      impact: 'very high',
    },
    backout: {
      phases: [
        { phase: 'Second switch', steps: ['Move the links back to the old dist-2 by the photographs'] },
        { phase: 'First switch', steps: ['Move the links back to the old dist-1, traffic stays on the new dist-2'] },
      ],
      note: 'The old pair stays racked and powered for two weeks.',
    },
    incidents: [
      {
        key: 'camera',
        text: 'Two surveillance cameras at the loading dock are offline',
        priority: 4,
        after: 27 * 60,
        lasts: 240,
        cause: false,
        reason: 'The cameras hang on an access switch in the warehouse whose power supply failed on Monday morning.',
      },
    ],
    review: {
      outcome: 'successful',
      afterDays: 4,
      reviewer: 'Callum Reid',
      signedOffBy: 'Henrike Vos',
      because:
        'All links moved, both switches survived the pulled power cord under load, done 50 minutes early. No incident belongs to it.',
    },
    lessons: [
      {
        title: 'Compare generated configuration with the running one before the night',
        polarity: 'positive',
        category: 'preparation',
        subcategory: 'configuration',
        tags: ['switch', 'diff', 'hardware'],
        technologies: ['ethernet', 'ansible'],
        context: 'The distribution switches of the data centre were replaced on a Sunday morning ({change}).',
        happened:
          'The new configuration was generated from the inventory, and its difference to the running one was read line by line in daylight. Eleven differences came out: nine were leftovers, two were links that the inventory did not know. Both were put right before the window.',
        lesson:
          'The two unknown links would have been two outages. Reading a diff for an afternoon is cheaper than finding a cable at six in the morning.',
        recommendations: [
          'Explain every line of the difference or do not start.',
          'Photograph the patching and print the pictures.',
          'Finish with a fault made on purpose: redundancy that was not tried is a hope.',
        ],
      },
      {
        title: 'A fault made on purpose ends the talk about redundancy',
        polarity: 'positive',
        category: 'testing',
        subcategory: 'failure modes',
        tags: ['redundancy', 'switch', 'test'],
        technologies: ['ethernet', 'lacp'],
        context:
          'A new pair of distribution switches was in place, every link up, fifty minutes of the window left ({change}).',
        happened:
          'As planned, the power cord of each switch was pulled once while a copy of 200 GB was running. The copy paused for less than a second each time.',
        lesson:
          'Twenty minutes gave an answer that no diagram gives. Had it failed, the old pair would still have been there.',
        recommendations: [
          'Make the fault in the window, with everyone present, not in the first storm.',
          'Measure with real traffic running, and write the pause down.',
        ],
      },
    ],
  },
]
