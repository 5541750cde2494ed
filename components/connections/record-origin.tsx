import { ExternalLink } from '#components/ui/external-link.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'

type RecordOriginProps = {
  readonly connection: string
  readonly system: string
  readonly url: string | null
  readonly readAt: string
  readonly remoteDeletedAt: string | null
}

/** Where a record comes from, and how recent it is. */
export function RecordOrigin({ connection, system, url, readAt, remoteDeletedAt }: RecordOriginProps) {
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
