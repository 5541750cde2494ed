import type { Family } from '../family.ts'

export const dnsRecords: Family = {
  key: 'dns-records',
  team: 'Network Operations',
  type: 'standard',
  risk: 'low',
  hours: 'office',
  minutes: 30,
  plan: {
    record: '<record>',
    steps: [
      'Lower the time to live to 300 seconds a day before',
      'Merge the zone change after the pipeline is green',
      'Ask the authoritative servers and two public resolvers',
      'Raise the time to live a day after',
    ],
  },
  riskAssessment: { summary: 'Standard change; targets are checked by the pipeline since {pir:image-dns}.' },
  backout: { steps: ['Revert the merge'], effective_after: '300 seconds' },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: 'All resolvers gave the new answer after five minutes. Random sample.',
      },
    },
    caught: {
      review: {
        outcome: 'successful',
        because:
          'The pipeline refused the first attempt, whose target did not exist. Corrected before anything was published, and done in time.',
      },
      lessons: [
        {
          title: 'The zone check caught its first typo',
          polarity: 'positive',
          category: 'automation',
          subcategory: 'prevention',
          tags: ['dns', 'pipeline', 'typo'],
          technologies: ['dns', 'gitlab ci'],
          context:
            'After an outage by a misspelt record ({pir:image-dns}) the pipeline of the zones refuses targets that do not resolve. {change} was an everyday record.',
          happened:
            'A letter was missing in the target. The pipeline said so in nine seconds; the author corrected it and nobody else noticed.',
          lesson:
            'The check took an afternoon to write. It has paid for itself with the first mistake that did not happen.',
          recommendations: [
            'Ask of each finding: could a machine have seen it?',
            'Count what a check refuses, or its worth stays invisible.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Publish the address of the new returns portal',
      services: ['dns-public', 'customer-portal'],
      slots: { record: 'returns CNAME portal-edge' },
      ending: 'caught',
      weeksAgo: 29,
    },
    {
      title: 'Move the store locator to the edge proxies',
      services: ['dns-public', 'edge-proxy'],
      slots: { record: 'stores A, AAAA' },
      ending: 'clean',
      weeksAgo: 20,
    },
    {
      title: 'Publish the DMARC policy “reject” for the newsletter domain',
      services: ['dns-public', 'mail-relay'],
      slots: { record: '_dmarc.news TXT' },
      weeksAgo: 12,
    },
    {
      title: 'Remove 48 records of systems that no longer exist',
      services: ['dns-internal'],
      slots: { record: '48 A and PTR records' },
      state: 'canceled',
      weeksAgo: 15,
    },
    {
      title: 'Add the names of the second site to the internal zone',
      services: ['dns-internal'],
      slots: { record: 'site2 delegation' },
      state: 'new',
    },
  ],
}
