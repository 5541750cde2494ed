import type { Family } from '../family.ts'
import { orderedSteps } from '../ordered-steps.ts'

export const desktopImages: Family = {
  key: 'desktop-images',
  team: 'Workplace Services',
  type: 'normal',
  risk: 'low',
  hours: 'evening',
  minutes: 8_640,
  plan: orderedSteps([
    ['Publish <content> to the pilot ring (40 people)', 'Piotr Zawada', 20],
    ['Three working days without a ticket', 'Peter Blume', 0],
    ['Publish to ring two (400 people)', 'Piotr Zawada', 20],
    ['Publish to everyone', 'Piotr Zawada', 60],
    ['Watch sign-in times for an hour of the next morning', 'Grace Mbeki', 60],
  ]),
  riskAssessment: { likelihood: 'medium', impact: 'low', rings: { pilot: 40, second: 400, all: 2900 } },
  backout: { summary: 'Publish the previous version; machines fetch it within four hours.' },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: '<content> reached 98 % of the machines within two days; the service desk counted no ticket.',
      },
    },
    signin: {
      minutes: 8_100,
      review: {
        outcome: 'successful_with_issues',
        because:
          'The image is in use. Sign-in in the morning took three minutes longer, as every desktop fetched a new profile at the same time.',
        deviations: [
          { step: 'Watch sign-in times', result: 'deviated', note: 'Watched at 07:00; the wave comes at 08:30.' },
        ],
      },
      incidents: [
        {
          key: 'slow',
          text: 'Virtual desktops take five minutes to sign in',
          priority: 3,
          after: 8_010,
          lasts: 95,
          service: 'virtual-desktops',
          linked: true,
          reason: '900 new profiles at once on one share.',
        },
      ],
      improvements: [
        {
          title: 'Load-test desktop images with 500 sign-ins in 20 minutes',
          description: 'A script signs in pilot accounts; passes when the slowest stays below 45 seconds.',
          owner: 'Grace Mbeki',
          category: 'testing',
          priority: 'medium',
          status: 'in_progress',
          dueWeeks: 10,
        },
      ],
      lessons: [
        {
          title: 'Forty pilots do not make a morning',
          polarity: 'negative',
          category: 'testing',
          subcategory: 'load',
          tags: ['desktops', 'load', 'pilot'],
          technologies: ['vdi', 'profiles'],
          context: 'A new image for virtual desktops passed three quiet days with 40 people ({change}).',
          happened:
            'At half past eight 900 people signed in and each fetched a new profile from the same share. Sign-in took five minutes ({incident:slow}).',
          lesson:
            'A pilot shows what breaks for one person. What breaks for many at once needs a load test or a slower ring.',
          recommendations: [
            'Raise the number per ring by five, not by ten.',
            'Choose the hour of watching by the curve of sign-ins.',
          ],
        },
      ],
    },
    rings: {
      review: {
        outcome: 'successful',
        because:
          'Stopped for two days in the pilot ring after one ticket, corrected and published to everyone without another.',
      },
      lessons: [
        {
          title: 'The pilot ring needs people who complain',
          polarity: 'positive',
          category: 'rollout',
          subcategory: 'pilot group',
          tags: ['rings', 'pilot', 'feedback'],
          technologies: ['endpoint management'],
          context:
            'New office software goes to 40 pilots first ({change}). The group had been renewed the month before.',
          happened:
            'Within an hour a controller reported that her add-in was gone. In the old group, all of them from IT, nobody used add-ins. The rollout stopped for two days.',
          lesson: 'A pilot group is measured by what its members use, and by whether they speak up.',
          recommendations: [
            'Choose pilots from each department, by the software that they use.',
            'Answer every report of a pilot on the same day.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Publish desktop image 24 with the new profile store',
      services: ['virtual-desktops'],
      slots: { content: 'Image 24' },
      ending: 'signin',
      weeksAgo: 12,
    },
    {
      title: 'Publish the new office suite to all laptops',
      services: ['laptop-fleet'],
      slots: { content: 'The office suite' },
      ending: 'rings',
    },
    {
      title: 'Publish the browser with the managed password store',
      services: ['laptop-fleet'],
      slots: { content: 'The browser' },
      ending: 'clean',
    },
    {
      title: 'Publish the disk encryption agent to the store laptops',
      services: ['laptop-fleet'],
      slots: { content: 'The encryption agent' },
      state: 'canceled',
    },
    {
      title: 'Publish desktop image 26',
      services: ['virtual-desktops'],
      slots: { content: 'Image 26' },
      state: 'scheduled',
    },
  ],
}
