import { ExternalLink } from '#components/ui/external-link.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { type ConnectionKind, connectors } from '#lib/contracts/connectors/all-connectors.ts'

type RecordOriginProps = {
  readonly connection: string
  readonly kind: ConnectionKind
  readonly url: string | null
  readonly readAt: string
  readonly remoteDeletedAt: string | null
}

/** Where a record comes from, and how recent it is. */
export function RecordOrigin({ connection, kind, url, readAt, remoteDeletedAt }: RecordOriginProps) {
  const name = `${connectors[kind].label} (${connection})`
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
