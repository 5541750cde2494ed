import type { Family } from '../family.ts'

export const certificateRenewals: Family = {
  key: 'certificate-renewals',
  team: 'Security Operations',
  type: 'standard',
  risk: 'low',
  hours: 'office',
  minutes: 45,
  plan: {
    certificate: '<name>',
    expires_in_days: '<days>',
    steps: [
      'Request from the internal authority',
      'Install on the standby node',
      'Check chain and names with an empty cache',
      'Install on the active node',
      'Note the new date in the register',
    ],
  },
  riskAssessment: { summary: 'Standard change. Clients that pin the certificate: <pins>.' },
  backout: { summary: 'Install the previous certificate again; it is valid for <days> more days.' },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: 'Chain complete, all names present, the register shows the new date. Random sample.',
      },
    },
    pinned: {
      review: {
        outcome: 'successful_with_issues',
        because:
          'Renewed. Badge readers had pinned the old key and refused the new one until they were restarted with a new list.',
        risk: {
          verdict: 'too_low',
          missed: 'The register said “pins: none”; nobody had asked the supplier of the readers.',
        },
      },
      incidents: [
        {
          key: 'badge',
          text: 'Badges do not open the doors of the Graz office',
          priority: 2,
          after: 55,
          lasts: 70,
          service: 'staff-directory',
          reason: 'The readers trust exactly one key of the directory, not the authority.',
        },
      ],
      improvements: [
        {
          title: 'Renew certificates with the same key where devices pin it',
          description: 'Or give the devices the authority’s certificate. Three kinds of devices are concerned.',
          owner: 'Matteo Grassi',
          category: 'procedure',
          priority: 'medium',
          status: 'done',
          dueWeeks: 6,
        },
      ],
      lessons: [
        {
          title: 'Ask suppliers of devices what exactly they trust',
          polarity: 'negative',
          category: 'supplier',
          subcategory: 'requirements',
          tags: ['certificate', 'pinning', 'devices'],
          technologies: ['tls', 'ldap'],
          context: 'The certificate of the staff directory was renewed with a new key ({change}).',
          happened:
            'Servers and desktops trust the authority and noticed nothing. Badge readers trust one key. The doors in Graz stayed shut ({incident:badge}).',
          lesson: 'A register of pins that was filled from memory says “none” where it means “unknown”.',
          recommendations: [
            'Write “asked on, by, answer” instead of yes or no.',
            'Renew for one device of each kind first.',
          ],
        },
      ],
    },
    early: {
      review: {
        outcome: 'successful',
        because:
          'Renewed 30 days before expiry instead of five; a missing name was found and corrected without hurry. Random sample.',
      },
      lessons: [
        {
          title: 'Thirty days before expiry is when a certificate is boring',
          polarity: 'positive',
          category: 'planning',
          subcategory: 'lead time',
          tags: ['certificate', 'expiry', 'lead time'],
          technologies: ['tls', 'x.509'],
          context:
            'Internal certificates used to be renewed in their last week. The reminder now comes 30 days before ({change}).',
          happened:
            'One of four names was missing in the request. It was noticed on the standby node and took three days to get right, since an owner was on leave. Nobody outside the team knew.',
          lesson: 'The same mistake five days before expiry would have been an emergency change.',
          recommendations: [
            'Remind 30 days before, escalate 14 days before.',
            'Take the names from what clients ask for, not from the last certificate.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Renew the certificate of the staff directory',
      services: ['certificate-authority', 'staff-directory'],
      slots: { name: 'ldap.corp', days: '12', pins: 'none' },
      ending: 'pinned',
    },
    {
      title: 'Renew the certificate of the intranet',
      services: ['certificate-authority', 'intranet'],
      slots: { name: 'intranet.corp', days: '30', pins: 'none' },
      ending: 'early',
    },
    {
      title: 'Renew the certificate of the print service',
      services: ['certificate-authority', 'print-service'],
      slots: { name: 'print.corp', days: '21', pins: 'none' },
      ending: 'clean',
    },
    {
      title: 'Renew the certificates of the message brokers',
      services: ['certificate-authority', 'message-broker'],
      slots: { name: 'mq-1 to mq-4', days: '28', pins: 'none' },
    },
    {
      title: 'Renew the certificate of the HR portal',
      services: ['certificate-authority', 'hr-portal'],
      slots: { name: 'hr.corp', days: '30', pins: 'none' },
      state: 'scheduled',
    },
  ],
}
