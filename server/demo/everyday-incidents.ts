import type { ServiceName } from './catalogue.ts'
import { infrastructureReports } from './everyday/infrastructure.ts'
import { shopReports } from './everyday/shop.ts'
import { workplaceReports } from './everyday/workplace.ts'
import { readTable } from './read-table.ts'

const reports: Readonly<Record<ServiceName, string>> = { ...shopReports, ...infrastructureReports, ...workplaceReports }

export type EverydayReport = { readonly service: ServiceName; readonly priority: 2 | 3 | 4; readonly text: string }

/** What people report on any day, service by service. */
export const everydayReports: readonly EverydayReport[] = Object.entries(reports).flatMap(([service, table]) =>
  readTable(['priority', 'text'], table).map(({ priority, text }) => ({
    service: service as ServiceName,
    priority: Number(priority) as 2 | 3 | 4,
    text,
  })),
)
