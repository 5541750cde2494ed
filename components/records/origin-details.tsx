import type { ReactNode } from 'react'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { Fact } from '#components/ui/facts.tsx'
import { CopyButton } from '#components/ui/text/copy-button.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { RecordOrigin } from '#lib/contracts/app/changes.ts'
import { getFieldLabel } from '#lib/filter/comparison-labels.ts'
import { describeCount } from '#lib/text/counted.ts'

export function OriginDetails({ origin }: { origin: RecordOrigin | null }) {
  if (origin === null) return null
  const { source, source_id: id, name, detail, read_at: at, digest, changed_since: changed } = origin
  return (
    <Fact label="Origin" wide>
      <details>
        <summary className="w-fit max-w-full cursor-pointer rounded-sm">
          {name}, read <DateTime value={at} />
          {changed.length > 0 ? `, ${describeCount(changed.length, 'field')} changed here since` : ''}
        </summary>
        <dl className="mt-2 grid gap-x-4 gap-y-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <Row label={source === 'import' ? 'Import' : 'Connection'}>
            <span className="font-mono text-xs">{id}</span>
          </Row>
          <Row label={source === 'import' ? 'Place in the file' : 'Table and query'}>
            <span className="font-mono text-xs">{detail}</span>
          </Row>
          <Row label="SHA-256 of the row">
            <span className="font-mono text-xs">{digest}</span>
            <CopyButton value={digest} what="the SHA-256" />
          </Row>
          <Row label="Changed here since">
            {changed.length === 0 ? (
              'Nothing'
            ) : (
              <ul>
                {changed.map(({ field, at: changedAt, by }) => (
                  <li key={field}>
                    {getFieldLabel(field)} by {by}, <DateTime value={changedAt} />
                  </li>
                ))}
              </ul>
            )}
          </Row>
        </dl>
      </details>
    </Fact>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="sm:contents">
      <dt className="text-xs/5 text-muted">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

type ConnectionOriginProps = {
  readonly connection: string
  readonly system: string
  readonly url: string | null
  readonly readAt: string
  readonly remoteDeletedAt: string | null
}

export function ConnectionOrigin({ connection, system, url, readAt, remoteDeletedAt }: ConnectionOriginProps) {
  const name = `${system} (${connection})`
  return (
    <>
      From {url === null ? name : <ExternalLink href={url}>{name}</ExternalLink>}, <RelativeTime value={readAt} />
      {remoteDeletedAt === null ? null : (
        <>
          . It was deleted there <RelativeTime value={remoteDeletedAt} />
        </>
      )}
      .
    </>
  )
}
