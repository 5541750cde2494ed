import { draftInWords, type StoredDraft } from '#lib/api/stored-drafts.ts'

/** As many as a small dialog shows one by one. */
const mostNamed = 5

/** What signing out deletes from this browser: how many, and what each is. */
export function UnsentDrafts({ drafts }: { drafts: readonly StoredDraft[] }) {
  const named = drafts.length > mostNamed ? drafts.slice(0, mostNamed - 1) : drafts
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="font-medium">
        {drafts.length === 1 ? 'One text would be deleted:' : `${drafts.length} texts would be deleted:`}
      </p>
      <ul className="list-disc pl-5">
        {named.map((draft) => (
          <li key={draft.key} className="break-words">
            {draftInWords(draft)}
          </li>
        ))}
        {drafts.length > named.length ? <li>and {drafts.length - named.length} more</li> : null}
      </ul>
    </div>
  )
}
