import type { Family } from '../family.ts'
import { orderedSteps } from '../ordered-steps.ts'

export const switchFirmware: Family = {
  key: 'switch-firmware',
  team: 'Network Operations',
  type: 'normal',
  risk: 'moderate',
  hours: 'weekend',
  minutes: 180,
  plan: orderedSteps([
    ['Copy the image and verify its checksum', 'Marek Sobota', 20],
    ['Save configuration, neighbours and error counters', 'Marek Sobota', 10],
    ['Restart the switches of <site>, one stack at a time', 'Marek Sobota', 90],
    ['Compare neighbours and counters', 'Marek Sobota', 20],
    ['Telephone, badge reader and wireless tested on site', 'Peter Blume', 20],
  ]),
  riskAssessment: { likelihood: 'low', impact: 'medium', people_on_site: '<people>' },
  backout: { steps: ['Boot the old image from the second slot'], minutes_per_stack: 12 },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: 'All stacks of <site> run the new image; the comparison of neighbours showed no difference.',
      },
    },
    power: {
      minutes: 235,
      review: {
        outcome: 'successful_with_issues',
        because:
          'Updated 55 minutes late. One stack restarted with less power for its ports, and 22 phones stayed dark on Monday.',
        deviations: [
          {
            step: 'Telephone, badge reader and wireless',
            result: 'deviated',
            note: 'One phone on each floor was tested; they hang on another stack.',
          },
        ],
      },
      incidents: [
        {
          key: 'phones',
          text: 'Desk phones on the third floor in Turin are dead',
          priority: 3,
          after: 1560,
          lasts: 130,
          service: 'telephony',
          reason: 'The new image reserves power by class, and the stack ran out of its budget.',
        },
      ],
      improvements: [
        {
          title: 'Compare the power budget of access switches before and after',
          description: 'Two more lines in the script that compares neighbours.',
          owner: 'Marek Sobota',
          category: 'procedure',
          priority: 'low',
          status: 'open',
          dueWeeks: 6,
        },
      ],
      lessons: [
        {
          title: 'Compare power as well as packets after a switch update',
          polarity: 'negative',
          category: 'testing',
          subcategory: 'coverage',
          tags: ['switch', 'poe', 'telephony'],
          technologies: ['ethernet', 'poe'],
          context: 'New firmware on the access switches of an office ({change}).',
          happened:
            'Neighbours and counters were the same as before. The new image reserved power by the class of a device, the budget ran out, and 22 phones got none ({incident:phones}).',
          lesson: 'An access switch is a power supply with a network. The comparison looked at one half.',
          recommendations: [
            'Save and compare the power drawn for each port.',
            'Test devices on every stack, not on every floor.',
          ],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Update the access switches in Turin',
      services: ['core-network', 'telephony'],
      slots: { site: 'Turin', people: '380' },
      ending: 'power',
      weeksAgo: 9,
    },
    {
      title: 'Update the access switches in Leeds',
      services: ['core-network'],
      slots: { site: 'Leeds', people: '520' },
      ending: 'clean',
    },
    {
      title: 'Update the access switches in Porto',
      services: ['core-network'],
      slots: { site: 'Porto', people: '140' },
    },
    {
      title: 'Update the access switches in the warehouse',
      services: ['core-network', 'warehouse-wms'],
      slots: { site: 'the warehouse', people: '90 on a shift' },
      closeCode: 'successful_with_issues',
      state: 'review',
      ending: 'clean',
      incidents: [
        {
          key: 'conveyor',
          text: 'Conveyor 1 loses its controller for seconds, several times an hour',
          priority: 2,
          after: 1310,
          lasts: 190,
          service: 'warehouse-wms',
        },
      ],
    },
    {
      title: 'Update the access switches in Graz',
      services: ['core-network'],
      slots: { site: 'Graz', people: '260' },
      state: 'scheduled',
    },
  ],
}
