import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'

export const listFilterValues = endpoint({
  ...route('listFilterValues', 'Search', 'GET', '/api/app/v1/filter-values'),
  summary: 'List values in use for filters: services, categories, people; at most 200 of each',
  description:
    'The most frequent values of the newest 1,000 records of each kind, in alphabetical order. People own an action, implement a change or review one.',
  access: { role: 'viewer' },
  response: z.object({
    services: z.array(z.string()),
    product_categories: z.array(z.string()),
    improvement_categories: z.array(z.string()),
    improvement_priorities: z.array(z.string()),
    lesson_categories: z.array(z.string()),
    tags: z.array(z.string()),
    technologies: z.array(z.string()),
    people: z.array(
      z.object({
        name: z.string(),
        email: z.string(),
        has_left: z.boolean().describe('Whether the person left, so that they get no new work'),
      }),
    ),
  }),
  examples: {
    response: {
      services: ['payments-api', 'payments-db'],
      product_categories: ['Monitors'],
      improvement_categories: ['testing'],
      improvement_priorities: ['high', 'low'],
      lesson_categories: ['planning'],
      tags: ['upgrade', 'window'],
      technologies: ['postgresql'],
      people: [{ name: 'Ines Marchetti', email: 'ines.marchetti@hindsight.example', has_left: false }],
    },
  },
})
