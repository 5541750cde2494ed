import { describeDraft, type StoredDraft } from '#lib/api/stored-drafts.ts'

const maxListed = 5

/** The drafts that signing out deletes. */
export function UnsentDrafts({ drafts }: { drafts: readonly StoredDraft[] }) {
  const listed = drafts.length > maxListed ? drafts.slice(0, maxListed - 1) : drafts
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="font-medium">
        {drafts.length === 1 ? 'One text would be deleted:' : `${drafts.length} texts would be deleted:`}
      </p>
      <ul className="list-disc pl-5">
        {listed.map((draft) => (
          <li key={draft.key} className="break-words">
            {describeDraft(draft)}
          </li>
        ))}
        {drafts.length > listed.length ? <li>and {drafts.length - listed.length} more</li> : null}
      </ul>
    </div>
  )
}
