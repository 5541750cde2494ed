import { ExternalLink } from '#components/ui/external-link.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'

type ConnectionOriginProps = {
  readonly connection: string
  readonly system: string
  readonly url: string | null
  readonly readAt: string
  readonly remoteDeletedAt: string | null
}

/** Names the connection of a record, and the time when the record was read. */
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
