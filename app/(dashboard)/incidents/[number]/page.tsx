import { IncidentPage } from '#components/incidents/incident-page.tsx'
import { DeletedRecord } from '#components/records/deleted-record.tsx'
import { ConnectionOrigin } from '#components/records/origin-details.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { findConnectionOrigin } from '#server/connections/queries.ts'
import { findDeletion } from '#server/history/delete-records.ts'
import { listIncidentHistory } from '#server/history/queries.ts'
import { findRecordOrigin } from '#server/history/record-origin.ts'
import { listIncidentDecisions } from '#server/incidents/decisions.ts'
import { getIncident } from '#server/incidents/queries.ts'
import {
  findDeletionOr404,
  findKnownChange,
  getRecordContext,
  type NumberParams,
  titleByNumber,
} from '#server/pages/page-context.ts'
import { resolveOrNull } from '#server/platform/errors.ts'
import { listPossibleCauses } from '#server/reviews/candidates/possible-causes.ts'

export const generateMetadata = titleByNumber()

export default async function PageOfIncident({ params }: NumberParams) {
  const { ctx, number } = await getRecordContext('incident', (await params).number, pagePaths.incident)
  const incident = await resolveOrNull(getIncident(ctx, number))
  if (incident === null)
    return <DeletedRecord kind="incident" name={number} deletion={await findDeletionOr404(ctx, 'incident', number)} />
  const { related_change: named, caused_by_change: cause } = incident
  const numbers = [...new Set([cause, named])].filter((change) => change !== null)
  const [connectionOrigin, sourceRow, causes, decisions, history, ...changes] = await Promise.all([
    findConnectionOrigin(ctx, 'incident', number),
    findRecordOrigin(ctx, 'incident', number),
    listPossibleCauses(ctx, number),
    listIncidentDecisions(ctx, number),
    listIncidentHistory(ctx, number, { page: 1, limit: historySize }),
    ...numbers.map((change) => findKnownChange(ctx, change)),
  ])
  const changesByNumber = new Map(changes.flatMap((change) => (change ? [[change.number, change.title]] : [])))
  const gone = numbers.filter((change) => !changesByNumber.has(change))
  const deleted = await Promise.all(
    gone.map(async (change) => [change, await findDeletion(ctx, 'change', change)] as const),
  )
  return (
    <IncidentPage
      incident={incident}
      titles={changesByNumber}
      deletions={new Map(deleted.flatMap(([change, at]) => (at === null ? [] : [[change, at]])))}
      causes={causes}
      decisions={decisions}
      history={history.rows}
      origin={connectionOrigin && <ConnectionOrigin {...connectionOrigin} />}
      sourceRow={sourceRow}
      isHistoryCut={history.total > historySize}
    />
  )
}

const historySize = 50
