import type { NewArticle } from '#lib/contracts/articles.ts'

/** A text that was not published yet: kept in the browser, so that nothing is lost on leaving or reloading. */
export type ArticleDraft = {
  values: NewArticle
  /** The ETag of the article that was edited; null for a new one. */
  etag: string | null
  keptAt: string
}

const keyOf = (owner: string, article: string) => `hindsight-article ${owner} ${article}`

/** What somebody left of an article (`new` for one without an id); null without anything. */
export function readDraft(owner: string, article: string): ArticleDraft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(keyOf(owner, article)) ?? 'null')
    const isDraft = typeof draft === 'object' && draft !== null && 'values' in draft && 'keptAt' in draft
    return isDraft ? (draft as ArticleDraft) : null
  } catch {
    return null
  }
}

/** Keeps a draft, or forgets it; tells whether the browser let us. */
export function keepDraft(owner: string, article: string, draft: ArticleDraft | null): boolean {
  try {
    if (draft) localStorage.setItem(keyOf(owner, article), JSON.stringify(draft))
    else localStorage.removeItem(keyOf(owner, article))
    return true
  } catch {
    return false
  }
}
