import type { Story } from '../story.ts'

export const edgeCertificate: readonly Story[] = [
  {
    key: 'edge-certificate',
    title: 'Rotate the wildcard certificate on the edge proxies',
    type: 'normal',
    risk: 'moderate',
    state: 'closed',
    services: ['edge-proxy', 'checkout-web', 'warehouse-wms'],
    team: 'Network Operations',
    assignee: 'Åsa Bergström',
    requester: 'Matteo Grassi',
    planned: { weeksAgo: 33, day: 'tue', at: '21:00', minutes: 60 },
    actual: { minutes: 85 },
    plan: {
      steps: [
        'Upload certificate and key to the vault',
        'Deploy to edge-1 and check with openssl s_client',
        'Deploy to edge-2, edge-3 and edge-4',
        'Check the expiry date from outside',
      ],
    },
    riskAssessment: {
      likelihood: 'low',
      impact: 'high',
      reason: 'Done every year. The issuer changed its intermediate certificate this year.',
    },
    backout: { steps: ['Deploy the previous certificate (valid for 12 more days) to all four proxies'], minutes: 10 },
    incidents: [
      {
        key: 'scanners',
        text: 'Handheld scanners in the warehouse cannot log in, "secure connection failed"',
        priority: 2,
        after: 38,
        lasts: 52,
        service: 'warehouse-wms',
        linked: true,
        reason: 'The proxies sent the new certificate without its new intermediate; Android 7 does not fetch it.',
      },
      {
        key: 'feed',
        text: 'Product feed of the marketplace partner stopped with a certificate error',
        priority: 3,
        after: 44,
        lasts: 95,
        reason: 'The partner’s client checks the chain strictly; worked again after the backout.',
      },
      {
        key: 'latency',
        text: 'Slow product pages for customers on mobile networks',
        priority: 3,
        after: 150,
        lasts: 120,
        service: 'checkout-web',
        cause: false,
        linked: true,
        reason: 'Began after the backout was complete and was traced to an image size of a new campaign.',
      },
    ],
    review: {
      outcome: 'failed',
      afterDays: 4,
      reviewer: 'Callum Reid',
      signedOffBy: 'Paolo Ferrand',
      because:
        'Backed out after 65 minutes; the old certificate stayed in place and the objective was not met. The backout worked as written.',
      deviations: [
        {
          step: 'Check the expiry date from outside',
          result: 'skipped',
          note: 'The backout had begun by then. The check would not have shown the fault: browsers cache intermediates.',
        },
      ],
      backout: {
        hasWorked: true,
        note: 'Old certificate on all four proxies within 12 minutes, scanners back at once.',
      },
      risk: {
        verdict: 'too_low',
        missed: 'The clients that do not complete a chain by themselves were not on the list.',
      },
    },
    improvements: [
      {
        title: 'Check the full certificate chain with the trust store of the oldest client',
        description:
          'A script that connects with the roots of Android 7 and of Java 8 and no cache, run before and after each rotation.',
        owner: 'Åsa Bergström',
        category: 'testing',
        priority: 'high',
        status: 'verified',
        dueWeeks: 2,
      },
      {
        title: 'Issue edge certificates automatically every 60 days',
        description:
          'ACME on the proxies with the internal account of the issuer, so that rotation stops being an event.',
        owner: 'Matteo Grassi',
        category: 'automation',
        priority: 'medium',
        status: 'in_progress',
        dueWeeks: 34,
      },
    ],
    lessons: [
      {
        title: 'Browsers hide a missing intermediate certificate; scanners do not',
        polarity: 'negative',
        category: 'testing',
        subcategory: 'coverage',
        tags: ['certificate', 'tls', 'rotation', 'clients'],
        technologies: ['tls', 'haproxy', 'android'],
        context:
          'The yearly rotation of the wildcard certificate ({change}). The issuer had changed its intermediate certificate, and the bundle was built from last year’s script.',
        happened:
          'The check with a desktop browser was green because the browser knew the new intermediate from other sites. Clients without such a cache refused the connection: 140 warehouse scanners ({incident:scanners}) and a partner’s feed ({incident:feed}). The rotation was backed out after 65 minutes.',
        lesson:
          'A browser is the worst tool for checking a certificate chain. What counts is what the server sends, seen by the pickiest client that you have.',
        recommendations: [
          'Check with `openssl s_client -showcerts` and an empty cache, and count the certificates in the answer.',
          'Keep a list of clients that do not complete chains: scanners, terminals, old Java, partners’ scripts.',
          'Rotate one proxy, then wait until a client of each kind has used it.',
        ],
      },
      {
        title: 'Rotate while the old certificate is still valid',
        polarity: 'positive',
        category: 'backout',
        subcategory: 'timing',
        tags: ['certificate', 'backout', 'lead time'],
        technologies: ['tls'],
        context: 'A rotation on the edge proxies failed and had to be taken back ({change}).',
        happened:
          'The old certificate was valid for twelve more days. Putting it back took twelve minutes and left time for a calm second attempt ({change:edge-certificate-again}).',
        lesson: 'The backout of a rotation is the old certificate. On its last day there is none.',
        recommendations: [
          'Plan a rotation so that a failed attempt and a second one fit before the expiry.',
          'Keep the old key until the new one has been in use for a week.',
        ],
      },
    ],
  },
  {
    key: 'edge-certificate-again',
    title: 'Rotate the wildcard certificate on the edge proxies, second attempt',
    type: 'normal',
    risk: 'moderate',
    state: 'closed',
    services: ['edge-proxy', 'checkout-web', 'warehouse-wms'],
    team: 'Network Operations',
    assignee: 'Åsa Bergström',
    requester: 'Matteo Grassi',
    leadDays: 5,
    planned: { weeksAgo: 32, day: 'tue', at: '21:00', minutes: 120 },
    actual: { minutes: 74 },
    plan: {
      checks_before: [
        { check: 'Bundle holds leaf, new intermediate and no root', expected: '2 certificates' },
        { check: 'Chain verifies with the roots of Android 7 and Java 8', expected: 'OK' },
      ],
      steps: [
        'Deploy to edge-1 only',
        'Log in with a warehouse scanner, call the partner feed, pay by card terminal, all through edge-1',
        'Wait 20 minutes and read the TLS errors of edge-1',
        'Deploy to the other three proxies',
      ],
      checks_after: [
        { check: 'Chain from outside on all four addresses', expected: '2 certificates' },
        { check: 'TLS handshake errors per minute', expected: 'below 5' },
      ],
    },
    riskAssessment: {
      likelihood: 'low',
      impact: 'high',
      reason: 'The cause of the failure of {change:edge-certificate} is known and checked for.',
    },
    backout: { steps: ['Deploy the previous certificate (valid for 5 more days)'], minutes: 10 },
    review: {
      outcome: 'successful',
      afterDays: 3,
      reviewer: 'Callum Reid',
      because:
        'All steps as planned, both checks green on all proxies, no incident. The old certificate had five days left.',
    },
    lessons: [
      {
        title: 'Rotate one proxy first and let every kind of client use it',
        polarity: 'positive',
        category: 'rollout',
        subcategory: 'canary',
        tags: ['certificate', 'canary', 'tls'],
        technologies: ['tls', 'haproxy'],
        context: 'Second attempt at the rotation that had failed a week before ({pir:edge-certificate}).',
        happened:
          'One proxy out of four got the new certificate. A scanner, the partner’s feed and a card terminal were pointed at it by hand, then the team read its error log for 20 minutes before the rest followed ({change}).',
        lesson:
          'Twenty quiet minutes on a quarter of the fleet replaced an argument about test coverage. The list of clients came straight from the failed attempt.',
        recommendations: [
          'Plan a canary for any change to what clients see of TLS.',
          'Write the expected value next to each check, so that anyone can tell green from red.',
        ],
      },
    ],
  },
]
