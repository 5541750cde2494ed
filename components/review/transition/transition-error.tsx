import { Notice } from '#components/ui/notice.tsx'
import type { ApiError } from '#lib/api/api-error.ts'

/** Reason why a status change of a review was rejected, with the missing answers. */
export function TransitionError({ error }: { error: ApiError | null }) {
  if (!error) return null
  return (
    <Notice tone="danger" title={error.message} announce>
      {error.details.length > 0 ? (
        <ul className="list-disc pl-5">
          {error.details.map((detail) => (
            <li key={`${detail.field} ${detail.issue}`}>{detail.issue}</li>
          ))}
        </ul>
      ) : null}
    </Notice>
  )
}
