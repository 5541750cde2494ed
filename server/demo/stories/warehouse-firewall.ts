import type { Story } from '../story.ts'

export const warehouseFirewall: readonly Story[] = [
  {
    key: 'warehouse-segmentation',
    title: 'Separate the warehouse devices from the office network by firewall rules',
    type: 'normal',
    risk: 'moderate',
    state: 'closed',
    services: ['firewall', 'warehouse-wms', 'print-service'],
    team: 'Network Operations',
    assignee: 'Diogo Pacheco',
    requester: 'Wei-Lin Chao',
    planned: { weeksAgo: 19, day: 'mon', at: '20:00', minutes: 90 },
    actual: { minutes: 60 },
    plan: {
      rules: {
        allow: ['scanners to warehouse-wms 443', 'conveyor controllers to warehouse-wms 5671', 'all to DNS and time'],
        deny: 'everything else between warehouse and office',
        source: 'Flow logs of Tuesday 09:00 to Wednesday 09:00',
      },
      steps: [
        'Load the rules in log-only mode for one hour',
        'Switch the last rule from log to deny',
        'Scan, pick and pack one test order',
      ],
    },
    riskAssessment: {
      likelihood: 'medium',
      impact: 'medium',
      note: 'The evening shift is small; the early shift starts at 05:45.',
    },
    backout: { steps: ['Set the last rule back to log-only'], minutes: 2, who: 'Network on-call' },
    incidents: [
      {
        key: 'labels',
        text: 'No shipping labels at any packing station since the start of the early shift',
        priority: 2,
        after: 600,
        lasts: 48,
        service: 'warehouse-wms',
        reason: 'Label printers are driven from the office print server on port 9100, which the rules did not allow.',
      },
      {
        key: 'report',
        text: 'Stock count printout did not arrive in the warehouse office',
        priority: 4,
        after: 780,
        lasts: 200,
        service: 'print-service',
        reason: 'Same missing rule, another printer.',
      },
    ],
    review: {
      outcome: 'successful_with_issues',
      afterDays: 5,
      reviewer: 'Callum Reid',
      because:
        'The networks are separated as intended. Printing from the office side was missed, because the flow logs covered one day on which the label printers happened to be driven from the backup station.',
      deviations: [
        {
          step: 'Scan, pick and pack one test order',
          result: 'deviated',
          note: 'The order was packed without a printed label, since the evening shift prints none.',
        },
      ],
      risk: { verdict: 'too_low', missed: 'Impact on the early shift: every parcel needs a label.' },
    },
    improvements: [
      {
        title: 'Collect flow logs over a full week, including a month’s end, before segmenting',
        description: 'Seven days at least, and the list of senders checked with the people of each shift.',
        owner: 'Diogo Pacheco',
        category: 'planning',
        priority: 'medium',
        status: 'verified',
        dueWeeks: 6,
      },
    ],
    lessons: [
      {
        title: 'One day of flow logs is not how a warehouse works',
        polarity: 'negative',
        category: 'planning',
        subcategory: 'requirements',
        tags: ['firewall', 'segmentation', 'printing'],
        technologies: ['firewall', 'netflow'],
        context:
          'Warehouse and office networks were separated; the rules were written from 24 hours of flow logs ({change}).',
        happened:
          'On the day of the recording a backup station inside the warehouse drove the label printers. Usually the office print server does. At 06:00 no parcel could be labelled ({incident:labels}); one rule on port 9100 solved it after 48 minutes.',
        lesson:
          'Flow logs show what happened, not what is needed. The exceptions of the recorded day become the rule, and the rule becomes the exception.',
        recommendations: [
          'Record a full week and ask each shift what it does that the week did not show.',
          'Be on site, or at least awake, when the first shift starts with new rules.',
          'Test the last step of the process: a parcel with a label, not a scanned barcode.',
        ],
      },
    ],
  },
]
