import type { Story } from '../story.ts'

export const warehouseRelease: readonly Story[] = [
  {
    key: 'wms-release',
    title: 'Release warehouse management 12.0 with the new wave planning',
    type: 'normal',
    risk: 'high',
    state: 'closed',
    services: ['warehouse-wms'],
    team: 'Business Applications',
    assignee: 'Willem de Graaf',
    requester: 'Federica Bassi',
    planned: { weeksAgo: 28, day: 'sat', at: '16:00', minutes: 480 },
    actual: { minutes: 930 },
    plan: {
      phases: [
        { name: 'Stop', steps: ['Last lorry leaves', 'Close all waves', 'Stop interfaces to orders and finance'] },
        {
          name: 'Upgrade',
          steps: [
            'Snapshot of the database volume',
            'Run the vendor’s migration (3 hours)',
            'Install 12.0 on four nodes',
          ],
        },
        {
          name: 'Prove',
          steps: ['Plan a wave with 50 orders', 'Pick, pack and ship three parcels', 'Start the interfaces'],
        },
      ],
    },
    riskAssessment: {
      likelihood: 'medium',
      impact: 'very high',
      why: 'Without it no parcel leaves. The first Sunday shift starts at 06:00.',
      vendor: 'One engineer on site until midnight',
    },
    backout: {
      steps: ['Stop 12.0', 'Run the vendor’s reverse migration (2 hours)', 'Install 11.6', 'Start the interfaces'],
      latest_start: 'Sunday 01:00',
    },
    incidents: [
      {
        key: 'no-waves',
        text: 'Warehouse cannot plan waves, early shift is waiting',
        priority: 1,
        after: 845,
        lasts: 185,
        linked: true,
        reason: 'The early shift began while the snapshot was still being restored.',
      },
      {
        key: 'double',
        text: '38 orders were shipped twice on Sunday',
        priority: 2,
        after: 1900,
        lasts: 900,
        service: 'order-service',
        reason: 'The interface sent again what had been confirmed between snapshot and restore.',
      },
    ],
    review: {
      outcome: 'failed',
      afterDays: 8,
      reviewer: 'Noor Haddad',
      signedOffBy: 'Henrike Vos',
      because:
        'Wave planning lost the zones of the mezzanine and the release was backed out. The reverse migration stopped with an error; the volume snapshot, meant as a last resort, brought 11.6 back at 07:30, an hour and a half into the shift.',
      deviations: [
        {
          step: 'Plan a wave with 50 orders',
          result: 'deviated',
          note: 'Mezzanine zones were missing; no wave could be planned.',
        },
        { step: 'Pick, pack and ship three parcels', result: 'skipped', note: 'Not reached.' },
      ],
      backout: {
        hasWorked: false,
        note: 'The reverse migration had never been run by anyone. Restored from the snapshot instead.',
      },
      risk: {
        verdict: 'too_low',
        missed: 'The backout was untested and its latest start left no time for a second way.',
      },
    },
    improvements: [
      {
        title: 'Run the backout of every high-risk change once on test data',
        description:
          'A backout plan counts as a plan when it has been carried out once, with a time. Checked at approval.',
        owner: 'Ines Marchetti',
        category: 'policy',
        priority: 'high',
        status: 'done',
        dueWeeks: 6,
      },
      {
        title: 'Make order confirmation idempotent in the warehouse interface',
        description:
          'A confirmation that arrives twice must not lead to a second shipment; use the shipment number as the key.',
        owner: 'Rasmus Holm',
        category: 'resilience',
        priority: 'high',
        status: 'verified',
        dueWeeks: 9,
      },
      {
        title: 'Rehearse wave planning with a copy of the real zones',
        description: 'The test system knew 12 zones, production has 47.',
        owner: 'Willem de Graaf',
        category: 'testing',
        priority: 'medium',
        status: 'in_progress',
        dueWeeks: 22,
      },
    ],
    lessons: [
      {
        title: 'A backout plan that was never run is a wish',
        polarity: 'negative',
        category: 'backout',
        subcategory: 'testing',
        tags: ['backout', 'migration', 'vendor', 'rehearsal'],
        technologies: ['wms', 'oracle'],
        context: 'Release 12.0 of warehouse management with a three-hour data migration ({change}).',
        happened:
          'Wave planning failed and the team backed out in time, by the plan. The vendor’s reverse migration broke off after an hour: it had been written, never run. A snapshot of the volume, taken as an afterthought, was restored instead; the early shift stood still for three hours ({incident:no-waves}).',
        lesson:
          'The plan had a way back on paper and another in reality. Only the second one counts, and it was there by luck.',
        recommendations: [
          'Run the backout on a copy and write its measured time into the plan.',
          'Set the latest start so that a second way back still fits before people come to work.',
          'Prefer restoring a snapshot to reversing a migration.',
        ],
      },
      {
        title: 'Stop the interfaces before the snapshot, or count messages twice',
        polarity: 'negative',
        category: 'procedure',
        subcategory: 'order of steps',
        tags: ['interfaces', 'snapshot', 'duplicates'],
        technologies: ['wms', 'rabbitmq'],
        context: 'The warehouse system was restored to a snapshot after a failed release ({change}).',
        happened:
          'Between snapshot and restore the order interface had confirmed 38 shipments. The restored system did not know of them and shipped again ({incident:double}).',
        lesson: 'Going back in time in one system makes its neighbours right about things that it has forgotten.',
        recommendations: [
          'Stop interfaces, wait until queues are empty, then take the snapshot.',
          'Give every message a key that the receiver remembers.',
        ],
      },
    ],
  },
]
