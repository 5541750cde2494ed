import { Card, CardBody } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { Connection } from '#lib/contracts/app/connection-records.ts'

type ConnectionFactsProps = {
  connection: Connection
  /** Origin of this service for the URL that receives events; empty if the public URL is not set. */
  origin: string
}

/** System, URLs and reading progress of a connection. */
export function ConnectionFacts({ connection, origin }: ConnectionFactsProps) {
  const { url, events_path: eventsPath } = connection
  return (
    <Card aria-label="Facts">
      <CardBody>
        <Facts>
          <Fact label="System">{connection.system}</Fact>
          {url === null ? null : (
            <Fact label="URL" wide>
              {url}
            </Fact>
          )}
          {eventsPath === null ? null : (
            <Fact label="URL for its events" wide>
              <code className="font-mono text-xs wrap-anywhere">{`${origin}${eventsPath}`}</code>
            </Fact>
          )}
          {url === null ? null : (
            <>
              <Fact label="Everything read until">
                <RelativeTime value={connection.read_until} fallback="Not yet" />
              </Fact>
              <Fact label="Next run">
                <RelativeTime value={connection.is_enabled ? connection.next_run_at : null} />
              </Fact>
            </>
          )}
          <Fact label="Changed">
            <RelativeTime value={connection.updated_at} /> by {connection.updated_by}
          </Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}
