import type { Family } from '../family.ts'

export const clusterParts: Family = {
  key: 'cluster-parts',
  team: 'Platform Engineering',
  type: 'normal',
  risk: 'moderate',
  hours: 'evening',
  minutes: 4_470,
  plan: {
    phases: [
      { phase: 'Staging', steps: ['Install <part>', 'Run the smoke tests', 'Wait for two working days'] },
      {
        phase: 'Production, one zone',
        steps: ['Install <part> in zone a', 'Compare errors and latency with zones b and c'],
      },
      { phase: 'Production, all zones', steps: ['Install in zones b and c'] },
    ],
  },
  riskAssessment: { likelihood: 'low', impact: 'high', blast_radius: 'One zone of three at a time' },
  backout: {
    phases: {
      one_zone: 'Take zone a out of the proxies, reinstall the old version',
      all_zones: 'Zone by zone, 20 minutes each',
    },
  },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: 'All zones run <part>; errors and latency of zone a never differed from the others.',
      },
    },
    zone: {
      minutes: 4_420,
      review: {
        outcome: 'failed',
        because:
          'Backed out in zone a: new connections were 300 ms slower there. The objective was not met; a corrected version of the network plugin is awaited.',
        backout: {
          hasWorked: true,
          note: 'Zone a taken out of the proxies within two minutes, old version reinstalled in 18.',
        },
        deviations: [{ step: 'Install in zones b and c', result: 'skipped', note: 'Backed out before.' }],
      },
      incidents: [
        {
          key: 'zone-a',
          text: 'Every third page of the customer portal is slow',
          priority: 3,
          after: 4_382,
          lasts: 21,
          service: 'customer-portal',
          linked: true,
          reason: 'Requests in zone a with new connections.',
        },
      ],
      improvements: [
        {
          title: 'Measure new connections, not only requests, between zones',
          description: 'Kept-alive connections hid the fault in staging. Add a probe that opens one for each request.',
          owner: 'Ravi Menon',
          category: 'monitoring',
          priority: 'medium',
          status: 'verified',
          dueWeeks: 5,
        },
      ],
      lessons: [
        {
          title: 'One zone first: a failed change that few people noticed',
          polarity: 'positive',
          category: 'rollout',
          subcategory: 'zones',
          tags: ['kubernetes', 'zones', 'backout'],
          technologies: ['kubernetes', 'cilium'],
          context: 'A new version of the network plugin, first in one of three zones ({change}).',
          happened:
            'Comparing zone a with its neighbours showed slow connections within 20 minutes. The zone was taken out of the proxies at once and repaired in peace.',
          lesson: 'The change failed and the evening did not. Taking traffic away came first, the repair second.',
          recommendations: [
            'Compare the changed zone with the unchanged ones, at the same minute.',
            'Make taking a zone out a single command.',
          ],
        },
        {
          title: 'Kept-alive connections hide slow connects',
          polarity: 'negative',
          category: 'testing',
          subcategory: 'measurement',
          tags: ['latency', 'measurement', 'network'],
          technologies: ['http', 'tcp', 'cilium'],
          context: 'Two quiet days in staging came before the network plugin went to production ({change}).',
          happened:
            'The smoke tests in staging keep their connections open and saw nothing. In production a third of the requests open new ones ({incident:zone-a}).',
          lesson: 'A measurement answers the question that its client asks. This one never asked about connecting.',
          recommendations: ['Probe with a fresh connection each time, beside the usual ones.'],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Install network plugin 1.18 on the production cluster',
      services: ['kubernetes-prod', 'customer-portal'],
      slots: { part: 'network plugin 1.18' },
      ending: 'zone',
    },
    {
      title: 'Install the new volume driver on the production cluster',
      services: ['kubernetes-prod', 'storage-san'],
      slots: { part: 'volume driver 3.2' },
      ending: 'clean',
    },
    {
      title: 'Install the certificate controller on the production cluster',
      services: ['kubernetes-prod', 'certificate-authority'],
      slots: { part: 'the certificate controller' },
      state: 'scheduled',
    },
  ],
}
