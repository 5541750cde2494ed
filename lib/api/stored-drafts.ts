/**
 * What a draft is of: a step of a review (`PIR-2026-0001.plan`), an article or a rule of the policy (`new` for one without
 * an id), a comment on a review.
 */
export type DraftKind = 'review' | 'article' | 'rule' | 'comment'

/** A draft in the storage of this browser, with what it is of. */
export type StoredDraft = { readonly key: string; readonly kind: DraftKind; readonly record: string }

/** Whose drafts are meant: those of articles and rules go by the account, the others by its address. */
export type DraftOwner = { readonly id: string; readonly email: string }

const prefixOf: Readonly<Record<DraftKind, (owner: string) => string>> = {
  review: (owner) => `hindsight.review.${owner}.`,
  article: (owner) => `hindsight-article ${owner} `,
  rule: (owner) => `hindsight-rule ${owner} `,
  comment: (owner) => `hindsight-comment ${owner} `,
}

const kinds = Object.keys(prefixOf) as DraftKind[]

/** What follows the owner. An address may go on where another ends, so that the prefix alone does not tell them apart. */
const recordOf: Readonly<Record<DraftKind, RegExp>> = {
  review: /^[^.]+\.[^.]+$/,
  article: /^\S+$/,
  rule: /^\S+$/,
  comment: /^\S+$/,
}

/** Where the draft of a record is kept; `owner` is the account's id for an article or a rule, else its address. */
export const draftKey = (kind: DraftKind, owner: string, record: string): string => `${prefixOf[kind](owner)}${record}`

/** Written for a moment to tell the other windows whose drafts were deleted: they hear of what changes in the storage. */
const deletion = 'hindsight-drafts-deleted'

/** Set once the person signed out and had their drafts deleted: a form that closes after it keeps nothing more. */
let isGivenUp = false

/** A kept text; null without one, and in a browser that keeps nothing, as in a private window. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text, or forgets it; tells whether the browser let us. */
export function writeStored(key: string, text: string | null): boolean {
  if (isGivenUp) return true
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** What a person wrote in this browser and did not send. */
export function listDrafts({ id, email }: DraftOwner): StoredDraft[] {
  const owners = { review: email, article: id, rule: id, comment: email }
  const prefixes = kinds.map((kind) => [kind, prefixOf[kind](owners[kind])] as const)
  return keysOfStorage()
    .toSorted()
    .flatMap((key) =>
      prefixes.flatMap(([kind, prefix]) => {
        const record = key.slice(prefix.length)
        return key.startsWith(prefix) && recordOf[kind].test(record) ? [{ key, kind, record }] : []
      }),
    )
}

/** Deletes all of that, and lets nothing be kept again until the next page is loaded, here and in every other window. */
export function deleteDrafts(owner: DraftOwner): void {
  for (const { key } of listDrafts(owner)) writeStored(key, null)
  writeStored(deletion, owner.id)
  writeStored(deletion, null)
  isGivenUp = true
}

/** Runs `leave` when another window deleted the person's drafts: what stands in a form here is not to be kept either. */
export function onDraftsDeleted(ownerId: string, leave: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key !== deletion || newValue !== ownerId) return
    isGivenUp = true
    leave()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

function keysOfStorage(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** A draft in plain words: `Review PIR-2026-0001, plan`. */
export function draftInWords({ kind, record }: StoredDraft): string {
  if (kind === 'review') return `Review ${record.replace('.', ', ')}`
  if (kind === 'comment') return `Comment on ${record}`
  if (record === 'new') return kind === 'article' ? 'New article' : 'New rule of the policy'
  return kind === 'article' ? `Article ${record}` : 'Rule of the policy'
}
