import type { Story } from '../story.ts'

export const vpnPatch: readonly Story[] = [
  {
    key: 'vpn-patch',
    title: 'Patch the VPN gateways against an exploited flaw in the login page',
    type: 'emergency',
    risk: 'high',
    state: 'closed',
    services: ['vpn-gateway', 'identity-sso'],
    team: 'Network Operations',
    assignee: 'Diogo Pacheco',
    requester: 'Elin Sandvik',
    planned: { weeksAgo: 22, day: 'wed', at: '23:30', minutes: 120 },
    actual: { minutes: 110 },
    plan: {
      summary:
        'Install the vendor’s fix on both gateways tonight, one after the other, and end all sessions afterwards. The flaw is being exploited since noon; waiting for the weekend is not an option.',
      order: 'vpn-2, then vpn-1',
      authorized: 'By phone at 22:50, recorded the next morning',
    },
    riskAssessment: null,
    backout: {
      summary:
        'Boot the previous image from the second partition. The login page then has to stay closed to the internet.',
    },
    incidents: [
      {
        key: 'night-shift',
        text: 'Night shift in the warehouse office loses the connection to the stock system',
        priority: 3,
        after: 35,
        lasts: 40,
        service: 'vpn-gateway',
        linked: true,
        reason: 'Sessions on vpn-2 ended at its restart; nobody had told the night shift.',
      },
      {
        key: 'mfa-loop',
        text: 'Home office: login asks for the second factor again and again',
        priority: 2,
        after: 440,
        lasts: 105,
        service: 'identity-sso',
        reason: 'The fix reset the clock tolerance of the single sign-on profile to zero seconds.',
      },
      {
        key: 'split-tunnel',
        text: 'Video calls are slow over VPN since Thursday',
        priority: 4,
        after: 600,
        lasts: 1500,
        reason: 'The split tunnel list was reset to the vendor’s default by the image.',
      },
    ],
    review: {
      outcome: 'successful_with_issues',
      afterDays: 5,
      reviewer: 'Callum Reid',
      signedOffBy: 'Paolo Ferrand',
      because:
        'The flaw was closed in the night after it became known and no trace of abuse was found. Three incidents followed because settings that the new image resets were not checked.',
      risk: {
        verdict: 'right',
        missed: 'No assessment was written that night; the list of settings an image resets was missing.',
      },
    },
    improvements: [
      {
        title: 'Export gateway settings before each image and compare afterwards',
        description: 'The comparison would have shown clock tolerance and split tunnel list within a minute.',
        owner: 'Diogo Pacheco',
        category: 'procedure',
        priority: 'high',
        status: 'done',
        dueWeeks: 3,
      },
      {
        title: 'Keep a phone list of shifts that work at night',
        description:
          'Warehouse office, customer care and the data centre guard are to be told before sessions are ended.',
        owner: 'Nadia Rahimi',
        category: 'communication',
        priority: 'low',
        status: 'done',
        dueWeeks: 4,
      },
    ],
    lessons: [
      {
        title: 'An emergency patch still needs five minutes for settings',
        polarity: 'neutral',
        category: 'procedure',
        subcategory: 'emergency',
        tags: ['security', 'patch', 'night', 'vpn'],
        technologies: ['vpn', 'saml'],
        context:
          'A flaw in the login page of the VPN gateways was exploited in the wild; both gateways were patched the same night ({change}).',
        happened:
          'The decision was fast and right. The new image reset two settings to its defaults. People at home were asked for their second factor in a loop the next morning ({incident:mfa-loop}), and video calls went through the tunnel ({incident:split-tunnel}).',
        lesson:
          'Haste belongs in the decision, not in the checks. Exporting the settings before and after takes five minutes, and the comparison finds what nobody thinks of at midnight.',
        recommendations: [
          'Keep a one-page routine for emergency images: export, patch, export, compare.',
          'Try one real login from outside with every method before leaving.',
          'Write the risk assessment the next morning if there was no time; the review needs it.',
        ],
      },
      {
        title: 'Nine hours from the news to the patch, because one person could decide',
        polarity: 'positive',
        category: 'procedure',
        subcategory: 'decision',
        tags: ['security', 'decision', 'emergency'],
        technologies: ['vpn'],
        context:
          'A flaw in the VPN gateways became known at two in the afternoon, with reports that it was being used ({change}).',
        happened:
          'Security operations rates such news by a page of four questions. The answer was “tonight”; the change manager on duty authorised it by phone, and both gateways were safe by half past one.',
        lesson:
          'Nobody had to find out at night who may say yes. The page and the rota had been agreed on a year before.',
        recommendations: [
          'Keep the four questions: reachable from outside, used by attackers, what lies behind, is there a fix.',
          'Name a deputy for each night who may authorise by phone.',
        ],
      },
    ],
  },
]
