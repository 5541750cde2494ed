import { OriginDetails } from '#components/records/origin-details.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { buildHref } from '#lib/api/page-query.ts'
import type { RecordOrigin } from '#lib/contracts/app/record-origins.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { printValue } from '#lib/filter/print.ts'
import { describeDuration } from '#lib/time/describe-duration.ts'
import { IncidentPriority } from './incident-badges.tsx'
import { IncidentSection } from './incident-section.tsx'

type IncidentFactsProps = {
  incident: Incident
  titles: ReadonlyMap<string, string>
  /** Times of deletion by retention, by number of the change; a change that was never recorded has none. */
  deletions: ReadonlyMap<string, string>
  /** Origin of the row that last wrote the incident; null without one. */
  sourceRow: RecordOrigin | null
}

/** Priority, times, service and change of an incident. */
export function IncidentFacts({ incident, sourceRow, ...changes }: IncidentFactsProps) {
  const { affected_service: service, opened_at: opened, resolved_at: resolved } = incident
  const { related_change: named, caused_by_change: cause } = incident
  return (
    <IncidentSection id="facts" title="The incident">
      <CardBody>
        <Facts>
          <Fact label="Priority">
            <IncidentPriority {...incident} />
          </Fact>
          <Fact label="Affected service">
            {service === null ? (
              'None recorded'
            ) : (
              <TextLink href={incidentsOfService(service)} title="All incidents of this service">
                {service}
              </TextLink>
            )}
          </Fact>
          <Fact label="Opened">
            <DateTime value={opened} />
          </Fact>
          <Fact label="Resolved">
            <DateTime value={resolved} fallback="Not yet" />
            {resolved === null ? null : (
              <span className="block text-xs text-muted">
                after {describeDuration((Date.parse(resolved) - Date.parse(opened)) / 60_000)}
              </span>
            )}
          </Fact>
          <Fact label="Updated">
            <DateTime value={incident.updated_at} />
          </Fact>
          <Fact label="Caused by the change" wide>
            {cause === null ? 'No review confirmed a cause' : <ChangeName number={cause} {...changes} />}
            {cause !== null && named === cause ? (
              <span className="block text-xs text-muted">Named by the incident, and confirmed by the review</span>
            ) : null}
          </Fact>
          {named === null || named === cause ? null : (
            <Fact label="Names the change" wide>
              <ChangeName number={named} {...changes} />
            </Fact>
          )}
          <OriginDetails origin={sourceRow} />
        </Facts>
      </CardBody>
    </IncidentSection>
  )
}

type ChangeNameProps = Pick<IncidentFactsProps, 'titles' | 'deletions'> & { number: string }

/** Number and title of a change; a deleted or unrecorded change has no link. */
function ChangeName({ number, titles, deletions }: ChangeNameProps) {
  const title = titles.get(number)
  const deletedAt = deletions.get(number)
  if (deletedAt !== undefined) {
    return (
      <>
        {number}, deleted under retention on <DateTime value={deletedAt} />
      </>
    )
  }
  if (title === undefined) return `${number}, which is not recorded`
  return (
    <>
      <TextLink href={pagePaths.change(number)} className="font-mono text-xs">
        {number}
      </TextLink>{' '}
      {title}
    </>
  )
}

const incidentsOfService = (service: string) =>
  buildHref(pagePaths.incidents, {}, { query: `affected_service = ${printValue(service)}` })
