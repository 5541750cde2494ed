'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { NewArticle } from '#lib/contracts/articles.ts'
import { type ArticleDraft, keepDraft, readDraft } from './article-draft.ts'

/** Milliseconds of rest after which what was typed is kept. */
const rest = 400

type ArticleDraftOptions = {
  form: UseFormReturn<NewArticle, unknown, NewArticle>
  /** Whose draft it is, and of which article (`new` for one without an id). */
  owner: string
  article: string
  etag: string | null
  /** Puts a draft that was found into the form. */
  onFound: (draft: ArticleDraft) => void
}

/**
 * Keeps what is typed in the browser until it is saved, and brings it back. Where the browser keeps nothing, leaving
 * asks.
 */
export function useArticleDraft({ form, owner, article, etag, onFound }: ArticleDraftOptions) {
  const [restoredFrom, setRestoredFrom] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isUnsaved = useRef(false)

  const restore = useEffectEvent(() => {
    const draft = readDraft(owner, article)
    if (!draft) return
    isUnsaved.current = true
    onFound(draft)
    setRestoredFrom(draft.keptAt)
  })
  const keep = useEffectEvent((): boolean => {
    clearTimeout(timer.current)
    if (!isUnsaved.current) return true
    return keepDraft(owner, article, { values: form.getValues(), etag, keptAt: new Date().toISOString() })
  })

  const noteChange = useEffectEvent((values: NewArticle) => {
    isUnsaved.current = JSON.stringify(values) !== JSON.stringify(form.formState.defaultValues)
    clearTimeout(timer.current)
    if (isUnsaved.current) timer.current = setTimeout(() => keep(), rest)
    else keepDraft(owner, article, null)
  })

  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => noteChange(values) }), [form])
  useEffect(() => restore(), [])
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!keep()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => {
      window.removeEventListener('beforeunload', onLeave)
      keep()
    }
  }, [])

  /** Nothing is left to keep: it was saved, or given up. */
  const forget = () => {
    clearTimeout(timer.current)
    isUnsaved.current = false
    setRestoredFrom(null)
    keepDraft(owner, article, null)
  }
  return { restoredFrom, forget }
}
