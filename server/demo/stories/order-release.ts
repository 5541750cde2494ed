import { orderedSteps } from '../ordered-steps.ts'
import type { Story } from '../story.ts'

export const orderRelease: readonly Story[] = [
  {
    key: 'order-regions',
    title: 'Release order-service 8.4 in three regions',
    type: 'normal',
    risk: 'moderate',
    state: 'closed',
    services: ['order-service', 'checkout-web'],
    team: 'Commerce Engineering',
    assignee: 'Rasmus Holm',
    planned: { weeksAgo: 11, day: 'wed', at: '09:00', minutes: 180 },
    actual: { minutes: 175 },
    plan: orderedSteps([
      ['Deploy to region north and watch for 15 minutes', 'Rasmus Holm', 30],
      ['Deploy to region west and watch for 15 minutes', 'Rasmus Holm', 30],
      ['Deploy to region south and watch for 15 minutes', 'Rasmus Holm', 30],
      ['Switch on the new tax rounding for all regions', 'Beatriz Nogueira', 10],
      ['Compare 200 orders of each region with the old rounding', 'Beatriz Nogueira', 60],
    ]),
    riskAssessment: {
      likelihood: 'medium',
      impact: 'medium',
      note: 'Regions are independent; a fault stays in its region.',
    },
    backout: { each_region: 'Deploy 8.3 again, 6 minutes, no schema change in between' },
    incidents: [
      {
        key: 'south',
        text: 'Orders from Italy and Portugal fail at the last step',
        priority: 2,
        after: 78,
        lasts: 31,
        service: 'order-service',
        linked: true,
        reason: 'The tax service of region south still runs a version without the field that 8.4 asks for.',
      },
      {
        key: 'basket',
        text: 'Basket shows a total of NaN for some customers in Turin',
        priority: 3,
        after: 81,
        lasts: 40,
        service: 'checkout-web',
        reason: 'Same cause, seen one page earlier.',
      },
    ],
    review: {
      outcome: 'partially_successful',
      afterDays: 4,
      reviewer: 'Noor Haddad',
      signedOffBy: 'Henrike Vos',
      because:
        'North and west run 8.4. South was backed out after 31 minutes and got the release a week later, after its tax service was updated.',
      deviations: [
        { step: 'Deploy to region south', result: 'deviated', note: 'Deployed, then backed out.' },
        { step: 'Switch on the new tax rounding', result: 'deviated', note: 'Switched on in north and west only.' },
      ],
      backout: { hasWorked: true, note: 'Six minutes for region south, as planned.' },
      risk: { verdict: 'right', missed: '' },
    },
    improvements: [
      {
        title: 'Compare versions of dependencies between regions before a release',
        description: 'The pipeline lists what runs where; a difference in a direct dependency needs a written reason.',
        owner: 'Clara Weidinger',
        category: 'automation',
        priority: 'high',
        status: 'in_progress',
        dueWeeks: 6,
      },
      {
        title: 'Give versions that are held back an end date',
        description: 'The pipeline reminds the team two weeks before and blocks new releases after.',
        owner: 'Rasmus Holm',
        category: 'procedure',
        priority: 'medium',
        status: 'open',
        dueWeeks: 12,
      },
    ],
    lessons: [
      {
        title: 'Regions are only equal if their dependencies are',
        polarity: 'negative',
        category: 'release',
        subcategory: 'dependencies',
        tags: ['release', 'regions', 'dependencies'],
        technologies: ['kubernetes', 'rest'],
        context: 'Release of the order service region by region, 15 minutes of watching in between ({change}).',
        happened:
          'Two regions were fine. The third ran an older tax service, held back once for a local holiday and forgotten. Orders failed for half an hour ({incident:south}).',
        lesson:
          'Two good regions had become a proof for the third. A staged rollout proves only what the stages have in common.',
        recommendations: [
          'Compare the versions of all direct dependencies between stages.',
          'Whatever is held back gets an end date.',
        ],
      },
      {
        title: 'Six minutes back: releases without schema change are worth waiting for',
        polarity: 'positive',
        category: 'backout',
        subcategory: 'design',
        tags: ['release', 'backout', 'schema'],
        technologies: ['kubernetes', 'postgresql'],
        context:
          'The release had been split: new columns came two weeks earlier, the code that uses them now ({change}).',
        happened:
          'When region south failed, the old version was back after six minutes, without touching the database.',
        lesson: 'The split cost a second change record and made the backout a non-event.',
        recommendations: ['Add first, use later, remove last: three releases, each with a simple way back.'],
      },
    ],
  },
]
