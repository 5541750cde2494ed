import type { Family } from '../family.ts'

export const linuxPatching: Family = {
  key: 'linux-patching',
  team: 'Platform Engineering',
  type: 'standard',
  risk: 'low',
  hours: 'evening',
  minutes: 120,
  plan: {
    order: ['standby nodes', 'active nodes'],
    per_node: {
      '1': 'take out of the pool',
      '2': 'update and restart',
      '3': 'health check green twice',
      '4': 'put back',
    },
    stop_when: 'A node is not healthy after ten minutes',
  },
  riskAssessment: { likelihood: 'low', impact: 'medium', redundancy: '<nodes>, one may be missing' },
  backout: { summary: 'Boot the previous kernel; packages by dnf history undo.' },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: 'All of <nodes> restarted one by one; users of <service> saw nothing. Random sample.',
      },
    },
    mount: {
      review: {
        outcome: 'successful_with_issues',
        because: 'Patched. One node came back without its data mount and took part with an empty cache for two hours.',
      },
      incidents: [
        {
          key: 'cache',
          text: 'Builds take three times as long as in the morning',
          priority: 3,
          after: 100,
          lasts: 140,
          reason: 'The restarted node had not mounted its cache volume.',
        },
      ],
      improvements: [
        {
          title: 'Let the health check fail when a data mount is missing',
          description: 'A node without its volume must not go back into the pool.',
          owner: 'Clara Weidinger',
          category: 'monitoring',
          priority: 'medium',
          status: 'done',
          dueWeeks: 5,
        },
      ],
      lessons: [
        {
          title: 'A health check should look at what a restart can lose',
          polarity: 'negative',
          category: 'monitoring',
          subcategory: 'health checks',
          tags: ['patching', 'mount', 'health check'],
          technologies: ['linux', 'nfs'],
          context:
            'Nodes of the artifact storage are patched one by one and return when their health check is green twice ({change}).',
          happened:
            'One node was green without its data volume. It answered every request from an empty disk, and builds became slow ({incident:cache}).',
          lesson:
            'The check asked whether the process runs. A restart seldom loses the process; it loses mounts, routes and clock.',
          recommendations: [
            'Check for a known file on each mount.',
            'Compare the first answers of a returned node with those of its neighbours.',
          ],
        },
      ],
    },
    paced: {
      review: {
        outcome: 'successful',
        because:
          'Stopped after the first node for ten minutes as the plan asks, since its check was late; the reason was harmless and the rest followed within the window.',
      },
      lessons: [
        {
          title: 'A stop rule with a number was used, and cost ten minutes',
          polarity: 'positive',
          category: 'procedure',
          subcategory: 'stop rule',
          tags: ['patching', 'stop rule'],
          technologies: ['linux'],
          context:
            'Patching of the monitoring nodes one by one, with the rule to stop when a node is not healthy after ten minutes ({change}).',
          happened:
            'The first node needed eleven minutes. The engineer stopped, found a long replay of its write-ahead log, wrote that down and went on.',
          lesson: 'A number makes stopping normal. Without it one waits, and then hurries.',
          recommendations: [
            'Put a number of minutes behind every “when healthy”.',
            'Note the reason of a stop in the change; the next one will have it too.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Patch the operating system of the message brokers',
      services: ['message-broker'],
      slots: { nodes: 'four brokers' },
      ending: 'clean',
    },
    {
      title: 'Patch the operating system of the artifact storage',
      services: ['ci-pipeline'],
      slots: { nodes: 'three nodes' },
      ending: 'mount',
    },
    {
      title: 'Patch the operating system of the monitoring nodes',
      services: ['monitoring'],
      slots: { nodes: 'five nodes' },
      ending: 'paced',
    },
    {
      title: 'Patch the operating system of the log platform',
      services: ['log-platform'],
      slots: { nodes: 'twelve nodes' },
    },
    {
      title: 'Patch the operating system of the search nodes',
      services: ['product-search'],
      slots: { nodes: 'six nodes' },
    },
    {
      title: 'Patch the operating system of the mail relays',
      services: ['mail-relay'],
      slots: { nodes: 'two relays' },
      state: 'review',
      ending: 'clean',
    },
    {
      title: 'Patch the operating system of the reporting servers',
      services: ['reporting'],
      slots: { nodes: 'three servers' },
      state: 'authorize',
    },
  ],
}
