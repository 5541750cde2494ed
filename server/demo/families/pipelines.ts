import type { Family } from '../family.ts'

export const pipelines: Family = {
  key: 'pipelines',
  team: 'Platform Engineering',
  type: 'normal',
  risk: 'low',
  hours: 'evening',
  minutes: 11_610,
  plan: {
    objective: '<objective>',
    steps: [
      'Switch ten volunteers’ projects',
      'A week of their builds',
      'Switch all projects in the evening',
      'Build the 20 largest projects',
    ],
  },
  riskAssessment: { likelihood: 'medium', impact: 'low', note: 'No production traffic; releases may be delayed.' },
  backout: { steps: ['Switch projects back to the old pipeline, which stays for two weeks'] },
  endings: {
    clean: {
      review: { outcome: 'successful', because: 'All projects were switched and build as before: <objective>.' },
    },
    freeze: {
      minutes: 10_200,
      review: {
        outcome: 'successful_with_issues',
        because:
          'Builds are 40 % quicker. An emergency release was held up for 25 minutes, since the new runners could not reach the signing service.',
      },
      incidents: [
        {
          key: 'signing',
          text: 'Release cannot be signed, pipeline hangs at the last stage',
          priority: 2,
          after: 10_980,
          lasts: 27,
          service: 'ci-pipeline',
          linked: true,
          reason: 'Signing runs for releases only; none of the trial builds was one.',
        },
      ],
      improvements: [
        {
          title: 'Add a signed release of a dummy project to the nightly checks',
          description: 'Builds, signs, deploys to staging and rolls back; alarms the platform team.',
          owner: 'Clara Weidinger',
          category: 'testing',
          priority: 'medium',
          status: 'verified',
          dueWeeks: 5,
        },
      ],
      lessons: [
        {
          title: 'Rehearse the release path, not only the build',
          polarity: 'negative',
          category: 'testing',
          subcategory: 'coverage',
          tags: ['pipeline', 'signing', 'release'],
          technologies: ['gitlab ci', 'cosign'],
          context: 'All build jobs moved to new runners after a week with volunteers ({change}).',
          happened:
            'Two hundred trial builds were green. The first release on the new runners was an urgent one, and they could not reach the signing service ({incident:signing}).',
          lesson: 'The rarest path of a pipeline is the one that is needed in a hurry.',
          recommendations: [
            'Run the whole release path nightly with a project that does nothing.',
            'Keep the old way open until a real release has used the new one.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Move all build jobs to the new runners',
      services: ['ci-pipeline'],
      slots: { objective: 'builds take 40 % less time' },
      ending: 'freeze',
    },
    {
      title: 'Sign all container images in the pipeline',
      services: ['ci-pipeline', 'kubernetes-prod'],
      slots: { objective: 'the cluster can ask for signatures' },
      ending: 'clean',
    },
    {
      title: 'Refuse unsigned images on the production cluster',
      services: ['kubernetes-prod', 'ci-pipeline'],
      slots: { objective: 'only signed images start' },
      state: 'implement',
    },
  ],
}
