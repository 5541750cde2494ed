import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { incidentView } from '#components/incidents/incident-view.tsx'
import { listIncidents } from '#lib/contracts/incidents.ts'
import * as incidents from '#server/incidents/queries.ts'

export const metadata = { title: incidentView.title }

export default createListPage(incidentView, listIncidents, incidents.listIncidents)
