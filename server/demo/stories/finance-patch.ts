import { orderedSteps } from '../ordered-steps.ts'
import type { Story } from '../story.ts'

export const financePatch: readonly Story[] = [
  {
    key: 'finance-patch-canceled',
    title: 'Install the quarterly patch set on the finance system',
    type: 'normal',
    risk: 'moderate',
    state: 'canceled',
    services: ['erp-finance'],
    team: 'Business Applications',
    assignee: 'Katrin Aigner',
    planned: { weeksAgo: 37, day: 'thu', at: '19:00', minutes: 240 },
    actual: null,
    plan: { steps: ['Lock users', 'Back up', 'Install patch set 21', 'Run the test book', 'Unlock users'] },
    riskAssessment: {
      likelihood: 'low',
      impact: 'high',
      canceled_because:
        'The day lies in the close of the quarter. Refused by the board, new date in {change:finance-patch}.',
    },
    backout: { summary: 'Restore the backup, 90 minutes.' },
  },
  {
    key: 'finance-patch',
    title: 'Install the quarterly patch set on the finance system after the close',
    type: 'normal',
    risk: 'moderate',
    state: 'closed',
    services: ['erp-finance'],
    team: 'Business Applications',
    assignee: 'Katrin Aigner',
    requester: 'Federica Bassi',
    leadDays: 8,
    planned: { weeksAgo: 35, day: 'thu', at: '19:00', minutes: 240 },
    actual: { minutes: 200 },
    plan: orderedSteps([
      ['Confirm with finance that the close is signed', 'Katrin Aigner', 5],
      ['Lock users and stop the interfaces', 'Katrin Aigner', 10],
      ['Back up and verify the backup', 'Fergus Allan', 60],
      ['Install patch set 21', 'Katrin Aigner', 75],
      ['Run the test book: 40 postings in four currencies', 'Federica Bassi', 40],
      ['Unlock users', 'Katrin Aigner', 5],
    ]),
    riskAssessment: { likelihood: 'low', impact: 'high', replaces: '{change:finance-patch-canceled}' },
    backout: { steps: ['Restore the backup', 'Run the test book'], minutes: 90 },
    review: {
      outcome: 'successful',
      afterDays: 5,
      reviewer: 'Callum Reid',
      because:
        'Installed within the window; all 40 test postings balanced and nothing was reported in the following week.',
    },
    lessons: [
      {
        title: 'Put the finance calendar where windows are chosen',
        polarity: 'neutral',
        category: 'planning',
        subcategory: 'calendar',
        tags: ['finance', 'calendar', 'freeze'],
        technologies: ['erp'],
        context:
          'A patch set had been planned into the close of the quarter, was refused ({change:finance-patch-canceled}) and installed two weeks later ({change}).',
        happened:
          'The second date was without trouble. The first had cost two teams a week of preparation, for a conflict that finance could have named in a minute.',
        lesson: 'The calendar of the closes was known to finance and to nobody who chooses windows.',
        recommendations: [
          'Subscribe the change calendar to the finance calendar.',
          'Let a change for finance be refused by the form, not by the board.',
        ],
      },
    ],
  },
]
