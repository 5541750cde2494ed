import { orderedSteps } from '../ordered-steps.ts'
import type { Story } from '../story.ts'

export const officeWifi: readonly Story[] = [
  {
    key: 'office-wifi',
    title: 'Upgrade the wireless controllers of offices and warehouse',
    type: 'normal',
    risk: 'moderate',
    state: 'closed',
    services: ['office-wifi', 'warehouse-wms'],
    team: 'Network Operations',
    assignee: 'Yusuf Demir',
    planned: { weeksAgo: 10, day: 'sun', at: '06:00', minutes: 180 },
    actual: { minutes: 175 },
    plan: orderedSteps([
      ['Export the configuration of both controllers', 'Yusuf Demir', 10],
      ['Preload the image to all 212 access points', 'Yusuf Demir', 60],
      ['Restart the standby controller, then fail over', 'Yusuf Demir', 40],
      ['Restart access points floor by floor', 'Marek Sobota', 45],
      ['Walk the warehouse with a scanner and a call running', 'Nadia Rahimi', 25],
    ]),
    riskAssessment: { likelihood: 'medium', impact: 'medium', affected: { people: 1100, scanners: 140, sites: 6 } },
    backout: {
      summary: 'Fail back to the controller that still runs the old image; access points follow within 20 minutes.',
    },
    incidents: [
      {
        key: 'roaming',
        text: 'Scanners lose the connection between aisles 14 and 20, picking is slow',
        priority: 3,
        after: 1450,
        lasts: 400,
        service: 'warehouse-wms',
        linked: true,
        reason: 'The new release turns fast roaming off for clients that announce an old radio standard.',
      },
      {
        key: 'guest',
        text: 'Visitors in Porto do not get the guest login page',
        priority: 4,
        after: 1600,
        lasts: 700,
        service: 'office-wifi',
        reason: 'The address of the portal was set per site before and is global now.',
      },
    ],
    review: {
      outcome: 'successful_with_issues',
      afterDays: 6,
      reviewer: 'Callum Reid',
      because:
        'Controllers and access points run the new release. Two incidents on Monday came from defaults that the release notes mention on page 61.',
      deviations: [
        {
          step: 'Walk the warehouse with a scanner',
          result: 'deviated',
          note: 'Only the ground floor was walked; the aisles in question are on the mezzanine.',
        },
      ],
    },
    improvements: [
      {
        title: 'Draw a walking route through the warehouse for wireless tests',
        description:
          'A route of 20 minutes that crosses every pair of neighbouring access points, printed on the plan.',
        owner: 'Callum Reid',
        category: 'testing',
        priority: 'low',
        status: 'in_progress',
        dueWeeks: 6,
      },
    ],
    lessons: [
      {
        title: 'Test wireless by walking, at the place where people walk',
        polarity: 'negative',
        category: 'testing',
        subcategory: 'acceptance',
        tags: ['wireless', 'roaming', 'scanner'],
        technologies: ['wi-fi', '802.11r'],
        context: 'New software on the wireless controllers of six sites on a Sunday morning ({change}).',
        happened:
          'A walk over the ground floor with a scanner was fine. The mezzanine was left out to save time. On Monday scanners dropped out between aisles there, because the release turned off fast roaming for older radios ({incident:roaming}).',
        lesson:
          'Roaming faults live on the borders between access points. A test that crosses three borders says nothing about the other thirty.',
        recommendations: [
          'Fix a route that crosses every border and do not shorten it.',
          'Read the chapter “changed defaults” of release notes first; it is the one that bites.',
        ],
      },
    ],
  },
]
