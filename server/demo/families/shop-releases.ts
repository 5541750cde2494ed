import type { Family } from '../family.ts'

export const shopReleases: Family = {
  key: 'shop-releases',
  team: 'Commerce Engineering',
  type: 'normal',
  risk: 'low',
  hours: 'office',
  minutes: 90,
  plan: {
    release: '<version>',
    stages: [
      { stage: 'One node', watch_minutes: 15, look_at: ['errors', 'median answer', 'completed checkouts'] },
      { stage: 'One region', watch_minutes: 15, look_at: ['errors', 'median answer', 'completed checkouts'] },
      { stage: 'All regions', watch_minutes: 30, look_at: ['errors', 'support chat'] },
    ],
  },
  riskAssessment: { likelihood: 'low', impact: 'medium', schema_change: false, flags: '<flags>' },
  backout: { command: 'deploy <service> previous', minutes: 6, who: 'Release engineer of the day' },
  endings: {
    clean: {
      review: {
        outcome: 'successful',
        because: 'Released in three stages without an alarm; checkouts and errors as on the same day a week before.',
      },
    },
    currency: {
      review: {
        outcome: 'failed',
        because:
          'Taken back after 20 minutes in one region: prices in Swedish kronor were shown with the euro sign. The objective, the new price component, was not met.',
        backout: { hasWorked: true, note: 'Five minutes.' },
        deviations: [{ step: 'All regions', result: 'skipped', note: 'Backed out at the stage of one region.' }],
      },
      incidents: [
        {
          key: 'currency',
          text: 'Prices in the Swedish shop are shown in euros',
          priority: 2,
          after: 33,
          lasts: 14,
          linked: true,
          reason: 'The new component took the currency from the region, not from the shop.',
        },
        {
          key: 'chat',
          text: 'Support chat: customers in Gothenburg ask whether prices were cut to a tenth',
          priority: 4,
          after: 45,
          lasts: 100,
          reason: 'Same cause.',
        },
      ],
      improvements: [
        {
          title: 'Add a smoke test for each currency to the release pipeline',
          description: 'One product page for each of the five currencies, amount and sign compared.',
          owner: 'Beatriz Nogueira',
          category: 'testing',
          priority: 'high',
          status: 'verified',
          dueWeeks: 3,
        },
      ],
      lessons: [
        {
          title: 'Test one page in every currency, not one currency on every page',
          polarity: 'negative',
          category: 'testing',
          subcategory: 'coverage',
          tags: ['release', 'currency', 'smoke test'],
          technologies: ['react', 'i18n'],
          context: 'A new component for prices went out in stages ({change}).',
          happened:
            'The smoke test opened 60 pages, all of them in euros. In the Swedish shop the amount was right and the sign was not ({incident:currency}).',
          lesson: 'Sixty pages with the same currency are one test. The stages did their work: one region, 20 minutes.',
          recommendations: [
            'Choose test pages by what differs: currency, language, tax, device.',
            'Ask support to look at the chat during a rollout; they saw it first.',
          ],
        },
      ],
    },
    cache: {
      review: {
        outcome: 'successful_with_issues',
        because:
          'Released. Returning customers with an old page in their cache got an empty basket page until they reloaded.',
      },
      incidents: [
        {
          key: 'blank',
          text: 'Blank basket page, works after reloading',
          priority: 3,
          after: 40,
          lasts: 160,
          service: 'checkout-web',
          reason: 'Old pages asked for script files that the release had removed.',
        },
      ],
      improvements: [
        {
          title: 'Keep the script files of the last three releases',
          description: 'Old pages live in browsers for a day; their files must answer as long.',
          owner: 'Emre Yıldız',
          category: 'architecture',
          priority: 'medium',
          status: 'done',
          dueWeeks: 4,
        },
      ],
      lessons: [
        {
          title: 'Yesterday’s page is still open in a browser somewhere',
          polarity: 'negative',
          category: 'release',
          subcategory: 'compatibility',
          tags: ['release', 'cache', 'browser'],
          technologies: ['javascript', 'cdn'],
          context: 'A release of the checkout replaced all script files ({change}).',
          happened:
            'Customers who had the shop open since the morning asked for files that were gone, and saw a blank page ({incident:blank}). Monitoring was green: it always starts with an empty cache.',
          lesson: 'A web release has two versions in use for about a day, whether planned or not.',
          recommendations: ['Keep old files for several releases.', 'Let one probe start from yesterday’s page.'],
        },
      ],
    },
    friday: {
      review: {
        outcome: 'successful',
        because:
          'Cut into four parts and taken away from Friday at the wish of the release engineer; released without an alarm.',
      },
      lessons: [
        {
          title: 'Four small releases beat a large one on Friday',
          polarity: 'positive',
          category: 'release',
          subcategory: 'size',
          tags: ['release', 'batch size', 'timing'],
          technologies: ['continuous delivery'],
          context: 'Two weeks of work were to be released together before a weekend ({change}).',
          happened:
            'The release engineer of the day cut it into four parts, one a day. The second part was slow and was back within minutes; because it was small, the cause was found before lunch.',
          lesson: 'The four parts took less time together than the search for a fault in a large one usually does.',
          recommendations: ['Release what is ready, daily.', 'Give the release engineer of the day the right to cut.'],
        },
      ],
    },
  },
  changes: [
    {
      title: 'Release customer-portal 5.12 with the new price component',
      services: ['customer-portal'],
      slots: { version: '5.12', flags: 'none' },
      ending: 'currency',
    },
    {
      title: 'Release checkout 31 with saved addresses',
      services: ['checkout-web'],
      slots: { version: '31', flags: 'saved-addresses off' },
      ending: 'cache',
      weeksAgo: 40,
    },
    {
      title: 'Release order-service 8.1 with partial returns',
      services: ['order-service'],
      slots: { version: '8.1', flags: 'partial-returns off' },
      ending: 'friday',
      weeksAgo: 31,
    },
    {
      title: 'Release product-search 4.6 with synonyms for shoe sizes',
      services: ['product-search'],
      slots: { version: '4.6', flags: 'none' },
      ending: 'clean',
    },
    {
      title: 'Release checkout 32 with the store pick-up calendar',
      services: ['checkout-web'],
      slots: { version: '32', flags: 'pickup-calendar off' },
      weeksAgo: 16,
    },
    {
      title: 'Release customer-portal 5.14 with order history by year',
      services: ['customer-portal'],
      slots: { version: '5.14', flags: 'none' },
      state: 'review',
      ending: 'clean',
    },
    {
      title: 'Release order-service 8.6 with split shipments',
      services: ['order-service'],
      slots: { version: '8.6', flags: 'split-shipments off' },
      state: 'scheduled',
    },
    {
      title: 'Release checkout 34 with the loyalty card',
      services: ['checkout-web'],
      slots: { version: '34', flags: 'loyalty off' },
      state: 'assess',
    },
  ],
}
