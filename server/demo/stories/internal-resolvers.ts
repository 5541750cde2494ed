import { orderedSteps } from '../ordered-steps.ts'
import type { Story } from '../story.ts'

export const internalResolvers: readonly Story[] = [
  {
    key: 'resolver-move',
    title: 'Move the internal resolvers to new addresses',
    type: 'normal',
    risk: 'moderate',
    state: 'closed',
    services: ['dns-internal', 'core-network'],
    team: 'Network Operations',
    assignee: 'Hanne Solberg',
    planned: { weeksAgo: 13, day: 'wed', at: '19:00', minutes: 120 },
    actual: { minutes: 95 },
    plan: orderedSteps([
      ['Hand out both old and new resolvers by DHCP for one lease time (8 days, done)', 'Hanne Solberg', 0],
      ['Hand out only the new resolvers', 'Hanne Solberg', 15],
      ['Change servers with fixed addresses by configuration management', 'Ravi Menon', 40],
      ['Count queries on the old resolvers for 30 minutes and trace the senders', 'Hanne Solberg', 30],
      ['Stop the old resolvers', 'Hanne Solberg', 5],
    ]),
    riskAssessment: {
      likelihood: 'medium',
      impact: 'high',
      answer: 'Step 4 finds whoever was forgotten while the old ones still answer.',
    },
    backout: { summary: 'Start the old resolvers again; they keep their addresses for four weeks.', minutes: 1 },
    incidents: [
      {
        key: 'graz',
        text: 'Nobody on the second floor in Graz reaches any internal page this morning',
        priority: 3,
        after: 770,
        lasts: 35,
        service: 'dns-internal',
        linked: true,
        reason: 'A small switch router on that floor hands out addresses of its own and still named the old resolvers.',
      },
    ],
    review: {
      outcome: 'successful_with_issues',
      afterDays: 4,
      reviewer: 'Noor Haddad',
      because:
        'Moved and stopped. One floor lost name resolution in the morning because an unknown DHCP server was silent in the evening, when the queries were counted.',
      deviations: [
        {
          step: 'Count queries on the old resolvers',
          result: 'deviated',
          note: 'Counted at 20:00, when the offices are empty.',
        },
      ],
    },
    improvements: [
      {
        title: 'Find and remove DHCP servers that the network team does not run',
        description: 'DHCP snooping on all access switches, first in reporting mode.',
        owner: 'Marek Sobota',
        category: 'security',
        priority: 'medium',
        status: 'open',
        dueWeeks: 8,
      },
    ],
    lessons: [
      {
        title: 'Count the last users of a service during the day',
        polarity: 'negative',
        category: 'procedure',
        subcategory: 'verification',
        tags: ['dns', 'dhcp', 'timing'],
        technologies: ['dns', 'dhcp'],
        context:
          'The resolvers of the internal network got new addresses ({change}). Before the old ones were stopped, their remaining queries were counted.',
        happened:
          'The count was zero, at eight in the evening. At half past seven the next day 30 people in Graz had no names: their floor had a DHCP server that nobody knew ({incident:graz}).',
        lesson:
          'The check was good and its hour was wrong. A service is unused only when it is unused at the time when people work.',
        recommendations: [
          'Stop old services at ten in the morning on a working day, with the way back at hand.',
          'Leave at least one full working day between “everyone has moved” and “switched off”.',
        ],
      },
    ],
  },
]
