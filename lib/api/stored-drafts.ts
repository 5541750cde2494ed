import type { Draft, DraftStore } from './step-saver.ts'

/** The `record` of a draft is `PIR-2026-0001.plan` for a step, and `new` for an article or a rule without an id. */
export type DraftKind = 'review' | 'article' | 'rule' | 'comment'

export type StoredDraft = { readonly key: string; readonly kind: DraftKind; readonly record: string }

export type DraftOwner = { readonly id: string; readonly email: string }

type DraftKeys = {
  /** Part of `DraftOwner` in the key. */
  readonly owner: keyof DraftOwner
  readonly prefix: (owner: string) => string
  /** Matches the key after the owner: one e-mail address may be the beginning of another. */
  readonly record: RegExp
}

const drafts: Readonly<Record<DraftKind, DraftKeys>> = {
  review: { owner: 'email', prefix: (owner) => `hindsight.review.${owner}.`, record: /^[^.]+\.[^.]+$/ },
  article: { owner: 'id', prefix: (owner) => `hindsight-article ${owner} `, record: /^\S+$/ },
  rule: { owner: 'id', prefix: (owner) => `hindsight-rule ${owner} `, record: /^\S+$/ },
  comment: { owner: 'email', prefix: (owner) => `hindsight-comment ${owner} `, record: /^\S+$/ },
}

/** The storage key of a draft; `owner` is the account id for an article or a rule, else the e-mail address. */
export const buildDraftKey = (kind: DraftKind, owner: string, record: string): string =>
  `${drafts[kind].prefix(owner)}${record}`

/** Key written and removed at once: its `storage` event names to other windows the person whose drafts are deleted. */
const deletionKey = 'hindsight-drafts-deleted'

/** Milliseconds after which a page that the browser began to leave counts as still open, as after a download. */
const leavingMs = 5_000

let leftAt = Number.NEGATIVE_INFINITY
if (typeof window !== 'undefined') window.addEventListener('beforeunload', () => (leftAt = performance.now()))

/** True after a sign-out with deletion of drafts: forms that are still open must not store them again. */
let areDraftsDeleted = false

/** Reads a stored text; null without one, and without storage, as in some private windows. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it; returns whether that worked. */
export function writeStored(key: string, text: string | null): boolean {
  if (areDraftsDeleted) return true
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export const listDrafts = (person: DraftOwner): StoredDraft[] =>
  listStoredKeys()
    .toSorted()
    .flatMap((key) =>
      (Object.keys(drafts) as DraftKind[]).flatMap((kind) => {
        const { owner, prefix, record: pattern } = drafts[kind]
        const start = prefix(person[owner])
        const record = key.slice(start.length)
        return key.startsWith(start) && pattern.test(record) ? [{ key, kind, record }] : []
      }),
    )

/** Deletes all drafts of a person, and prevents new ones in every window until its next page load. */
export function deleteDrafts(owner: DraftOwner): void {
  for (const { key } of listDrafts(owner)) writeStored(key, null)
  writeStored(deletionKey, owner.id)
  writeStored(deletionKey, null)
  areDraftsDeleted = true
}

/** Calls `leave` when another window deleted the drafts of the person. */
export function onDraftsDeleted(ownerId: string, leave: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key !== deletionKey || newValue !== ownerId) return
    areDraftsDeleted = true
    leave()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

function listStoredKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** Describes a draft: `Review PIR-2026-0001, plan`. */
export function describeDraft({ kind, record }: StoredDraft): string {
  if (kind === 'review') return `Review ${record.replace('.', ', ')}`
  if (kind === 'comment') return `Comment on ${record}`
  if (record === 'new') return kind === 'article' ? 'New article' : 'New rule of the policy'
  return kind === 'article' ? `Article ${record}` : 'Rule of the policy'
}

/**
 * Creates a draft store in local storage; without storage, only the draft is lost. It clears only a draft that it wrote
 * or read itself, not one that another window has written since, and none while the browser leaves the page: the next
 * page may have been rendered before the save.
 */
export function createBrowserDraftStore<Form>(key: string): DraftStore<Form> {
  let lastText: string | null = null
  return {
    read: () => {
      lastText = readStored(key)
      return lastText === null ? null : parseDraft(lastText)
    },
    write: (draft) => {
      lastText = JSON.stringify(draft)
      writeStored(key, lastText)
    },
    clear: () => {
      const remove = () => {
        if (lastText !== null && readStored(key) === lastText) writeStored(key, null)
      }
      const rest = leftAt + leavingMs - performance.now()
      if (rest > 0) setTimeout(remove, rest)
      else remove()
    },
  }
}

/** Parses a stored draft; null for a text that is damaged or has another shape. */
function parseDraft<Form>(text: string): Draft<Form> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isDraft<Form>(value) ? value : null
  } catch {
    return null
  }
}

function isDraft<Form>(value: unknown): value is Draft<Form> {
  if (typeof value !== 'object' || value === null) return false
  const { form, version } = value as Partial<Draft<unknown>>
  return typeof form === 'object' && form !== null && !Array.isArray(form) && typeof version === 'number'
}
