import type { z } from 'zod'
import { listIncidents } from '#lib/contracts/incidents.ts'
import { wholeNumber } from '#lib/contracts/primitives.ts'

/** The URL parameters of the page of incidents. */
export const IncidentQuery = listIncidents.query
  .omit({ cursor: true })
  .extend({ limit: wholeNumber(1, 100).default(25) })
export type IncidentQuery = z.output<typeof IncidentQuery>
