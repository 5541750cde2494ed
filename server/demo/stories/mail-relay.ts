import type { Story } from '../story.ts'

export const mailRelay: readonly Story[] = [
  {
    key: 'mail-relay',
    title: 'Cut over outgoing mail to the new relay pair',
    type: 'normal',
    risk: 'moderate',
    state: 'closed',
    services: ['mail-relay', 'mailboxes', 'erp-finance'],
    team: 'Workplace Services',
    assignee: 'Sofia Almeida',
    requester: 'Leena Virtanen',
    planned: { weeksAgo: 35, day: 'sun', at: '06:00', minutes: 180 },
    actual: { minutes: 140 },
    plan: {
      phases: [
        {
          name: 'Shadow',
          when: 'Two weeks before',
          steps: ['Copy one message in a hundred to the new pair', 'Compare headers and signatures'],
        },
        {
          name: 'Cut over',
          when: 'Sunday 06:00',
          steps: [
            'Publish the new SPF record',
            'Switch the smart host of the mail servers',
            'Switch the smart host of applications by DNS',
          ],
        },
        {
          name: 'Watch',
          when: 'Until Monday noon',
          steps: ['Read bounces every two hours', 'Check the reputation of both addresses'],
        },
      ],
    },
    riskAssessment: {
      risks: [
        {
          what: 'Receivers distrust new addresses',
          likelihood: 'medium',
          answer: 'Two weeks of shadow traffic to build reputation',
        },
        {
          what: 'An application uses the old relay by address',
          likelihood: 'high',
          answer: 'The old relay forwards for three months',
        },
      ],
    },
    backout: { steps: ['Switch the smart host back', 'Keep both addresses in SPF'], minutes: 15 },
    incidents: [
      {
        key: 'invoices',
        text: 'Customers of two large providers do not get invoices by mail, bounces mention SPF',
        priority: 2,
        after: 1570,
        lasts: 130,
        service: 'mail-relay',
        reason: 'The finance system sends with a sender domain of its own, whose SPF record was not changed.',
      },
      {
        key: 'scanner',
        text: 'Scan to mail fails on the multifunction printers in Graz',
        priority: 4,
        after: 1680,
        lasts: 600,
        service: 'print-service',
        reason: 'The printers speak only an old TLS version, which the new relays refuse.',
      },
    ],
    review: {
      outcome: 'successful_with_issues',
      afterDays: 7,
      reviewer: 'Callum Reid',
      because:
        'Mail flows through the new pair and the shadow phase built a good reputation. One sender domain was forgotten and invoices bounced for two hours on Monday.',
      risk: { verdict: 'right', missed: 'Nobody had a list of the domains that we send from; there are seven.' },
    },
    improvements: [
      {
        title: 'List every domain that the company sends mail from, with its owner',
        description:
          'Seven were found, two of them without an owner. The list stands beside the DNS zones and is checked by the monthly report on DMARC.',
        owner: 'Sofia Almeida',
        category: 'documentation',
        priority: 'medium',
        status: 'done',
        dueWeeks: 5,
      },
      {
        title: 'Replace or isolate printers that only speak TLS 1.0',
        description: 'Eleven devices in Graz and Porto. Until then they send through the old relay.',
        owner: 'Grace Mbeki',
        category: 'lifecycle',
        priority: 'low',
        status: 'in_progress',
        dueWeeks: 30,
      },
    ],
    lessons: [
      {
        title: 'Count your sender domains before you move a mail relay',
        polarity: 'neutral',
        category: 'preparation',
        subcategory: 'inventory',
        tags: ['mail', 'spf', 'inventory'],
        technologies: ['smtp', 'spf', 'dmarc'],
        context: 'Outgoing mail moved to a new pair of relays with new addresses ({change}).',
        happened:
          'Two weeks of shadow traffic made the new addresses known to large receivers, and ordinary mail moved without a single bounce. Invoices did bounce ({incident:invoices}): the finance system sends from a domain of its own, and its SPF record named the old relay only.',
        lesson:
          'The preparation looked at servers and addresses. Receivers look at domains. The reports that receivers send about our domains had listed the forgotten one all along.',
        recommendations: [
          'Take the list of sender domains from the DMARC reports, not from memory.',
          'Put new and old addresses into every SPF record two weeks before the cut-over.',
        ],
      },
      {
        title: 'Shadow traffic builds trust in new mail servers',
        polarity: 'positive',
        category: 'rollout',
        subcategory: 'shadow traffic',
        tags: ['mail', 'reputation', 'shadow'],
        technologies: ['smtp', 'dkim'],
        context: 'New relays mean new addresses, and large receivers throttle what they do not know ({change}).',
        happened:
          'For two weeks one message in a hundred went out through the new pair, rising to one in ten. On the day of the cut-over no receiver throttled or deferred our mail.',
        lesson:
          'Reputation grows with volume and time. It cannot be had on a Sunday morning, but it can be prepared at no risk.',
        recommendations: [
          'Start with one per cent and double every three days.',
          'Compare headers and signatures of both ways before raising the share.',
        ],
      },
    ],
  },
]
